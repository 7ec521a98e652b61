// A reporter of Vitest that writes what became of each test file to the path in TEST_FILES, as JSON:
// `{ files: [{ file, passed, failed, skipped }], errors }`. A file that failed outside of its tests counts as one failure, and so does
// an error that escaped from it. `errors` counts those that no file is known for.
import { writeFileSync } from 'node:fs'
import process from 'node:process'

export default class TestFiles {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      const failed = states.filter((state) => state === 'failed').length
      const escaped = unhandled.filter((error) => error.VITEST_TEST_PATH === module.moduleId).length
      return {
        file: module.relativeModuleId,
        passed: states.filter((state) => state === 'passed').length,
        failed: failed === 0 && (!module.ok() || escaped > 0) ? 1 : failed,
        skipped: states.filter((state) => state === 'skipped').length,
      }
    })
    const known = new Set(modules.map(({ moduleId }) => moduleId))
    const errors = unhandled.filter((error) => !known.has(error.VITEST_TEST_PATH)).length
    writeFileSync(process.env.TEST_FILES, JSON.stringify({ files, errors }))
  }
}
