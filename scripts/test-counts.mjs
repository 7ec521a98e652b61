// A reporter of Vitest that writes how many tests passed, failed and were skipped to the path in TEST_COUNTS, as JSON. A file that
// failed outside of its tests counts as one failure, and so does an error that escaped from a file or from none.
import { writeFileSync } from 'node:fs'
import process from 'node:process'

export default class TestCounts {
  onTestRunEnd(modules, unhandled) {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      for (const state of states) if (state in counts) counts[state] += 1
      const escaped = unhandled.some((error) => error.VITEST_TEST_PATH === module.moduleId)
      if (!states.includes('failed') && (!module.ok() || escaped)) counts.failed += 1
    }
    const files = new Set(modules.map(({ moduleId }) => moduleId))
    counts.failed += unhandled.filter((error) => !files.has(error.VITEST_TEST_PATH)).length
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts))
  }
}
