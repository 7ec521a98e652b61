// `npm test`: everything that must be green, in the order in which a failure is cheapest to learn of.
//
//   node scripts/test.mjs                                        every step
//   node scripts/test.mjs --only lint --only types               these steps alone
//   node scripts/test.mjs --only tests packages/storage          the tests whose path contains the text
//
// The last line is always "N passed, M failed", and the exit code is 0 only where nothing failed and something ran.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const bin = (name) => `node_modules/.bin/${name}`
const SOURCES = ['packages', 'apps', 'testkit', 'e2e', 'bench', 'docs']

const options = { only: { type: 'string', multiple: true } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const reports = mkdtempSync(join(tmpdir(), 'footfall-test-'))
const report = join(reports, 'vitest.json')

const STEPS = {
  install: ['pnpm', ['install', '--frozen-lockfile', '--reporter=append-only']],
  lint: [bin('biome'), ['check', '.']],
  build: [bin('turbo'), ['run', 'build', 'build:types', '--output-logs=errors-only']],
  types: [bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  'dashboard-types': [bin('tsc'), ['--noEmit', '-p', 'apps/dashboard']],
  boundaries: [bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...SOURCES]],
  'dead-code': [bin('knip'), []],
  tests: [
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...positionals],
  ],
}
/** A step that never ends is a failure too; the longest takes a quarter of this on two cores. */
const DEADLINE_MS = Number(process.env.TEST_STEP_DEADLINE_SECONDS ?? 3_000) * 1_000

const chosen = values.only ?? Object.keys(STEPS)
const unknown = chosen.filter((name) => !Object.hasOwn(STEPS, name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are ${Object.keys(STEPS).join(', ')}.`)
  end({ passed: 0, failed: 1 })
}

for (const name of chosen) {
  const [command, args] = STEPS[name]
  const started = performance.now()
  console.log(`\n▸ ${name}`)
  const problem = await run(command, args)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(problem === undefined ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed: ${problem}`)
  if (name === 'tests') end(counted(problem))
  if (problem !== undefined) end({ passed: 0, failed: 1 })
}
end({ passed: chosen.length, failed: 0 })

/** What the test runner counted. A run that failed otherwise, or ran no test at all, counts as one failure. */
function counted(problem) {
  try {
    const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = numFailedTests === 0 && (problem !== undefined || success !== true || numPassedTests === 0)
    return { passed: numPassedTests, failed: failed ? 1 : numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function end({ passed, failed }) {
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

/** Answers what went wrong, or undefined. The command has a process group of its own, which ends with it. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    })
    const signalGroup = (signal) => {
      try {
        process.kill(-child.pid, signal)
      } catch {
        // The group is gone already.
      }
    }
    const forward = { SIGINT: () => signalGroup('SIGINT'), SIGTERM: () => signalGroup('SIGTERM') }
    for (const [signal, listener] of Object.entries(forward)) process.on(signal, listener)
    let expired = false
    const deadline = setTimeout(() => {
      expired = true
      signalGroup('SIGKILL')
    }, DEADLINE_MS)
    const done = (problem) => {
      clearTimeout(deadline)
      for (const [signal, listener] of Object.entries(forward)) process.off(signal, listener)
      signalGroup('SIGKILL')
      resolve(problem)
    }
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => {
      if (expired) done(`it did not end within ${DEADLINE_MS / 1000} s`)
      else if (code !== 0) done(code === null ? `it was ended by ${signal}` : `exit code ${code}`)
      else done(undefined)
    })
  })
}
