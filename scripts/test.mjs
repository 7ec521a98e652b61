// `npm test`: every check of the repository, quick checks before the tests.
//
//   node scripts/test.mjs                                        every step
//   node scripts/test.mjs --only lint --only types               only these steps
//   node scripts/test.mjs --only tests packages/storage          only the tests whose path contains the text
//   node scripts/test.mjs --world                                only the tests that need parts of Debian, `npm run test:world`
//
// Checks that do not need each other run two at a time, and each prints its output when it ends. The last line is always
// "N passed, M failed". The exit code is 0 only if nothing failed and something ran.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const bin = (name) => `node_modules/.bin/${name}`
const SOURCES = ['packages', 'apps', 'testkit', 'e2e', 'eval', 'bench', 'docs']

const options = { only: { type: 'string', multiple: true }, world: { type: 'boolean', default: false } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const reports = mkdtempSync(join(tmpdir(), 'footfall-test-'))
const report = join(reports, 'counts.json')
const world = values.world ? ['--config', 'vitest.world.config.ts'] : []

// The longest first, so that the shorter ones run at the same time.
const CHECKS = {
  build: [bin('turbo'), ['run', 'build', 'build:types', '--output-logs=errors-only']],
  // What is unchanged since the last run is remembered in files that Git ignores (`*.tsbuildinfo`, `.turbo`).
  types: [bin('tsc'), ['--noEmit', '--incremental', '-p', 'tsconfig.json']],
  'dashboard-types': [bin('tsc'), ['--noEmit', '--incremental', '-p', 'apps/dashboard']],
  lint: [bin('biome'), ['check', '.']],
  boundaries: [bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...SOURCES]],
  'dead-code': [bin('knip'), ['--cache', '--cache-location', '.turbo/knip']],
}
const STEPS = {
  install: ['pnpm', ['install', '--frozen-lockfile', '--reporter=append-only']],
  ...CHECKS,
  tests: [
    bin('vitest'),
    ['run', ...world, '--reporter=default', '--reporter=./scripts/test-counts.mjs', ...positionals],
  ],
}
/** A step that takes longer fails; the longest takes half of this on two cores. */
const DEADLINE_MS = Number(process.env.TEST_STEP_DEADLINE_SECONDS ?? 5_400) * 1_000
const OUTPUT_CLOSES_MS = 1_000
const CHECKS_AT_ONCE = 2

const chosen = values.only ?? (values.world ? ['install', 'build', 'tests'] : Object.keys(STEPS))
const unknown = chosen.filter((name) => !Object.hasOwn(STEPS, name))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. The steps are ${Object.keys(STEPS).join(', ')}.`)
  end({ passed: 0, failed: 1 })
}

/** Sends a signal to the process group of each step that runs. */
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const kill of running) kill(signal)
  })

if (chosen.includes('install') && (await runAndStream('install')) !== undefined) end({ passed: 0, failed: 1 })
await pairwise(Object.keys(CHECKS).filter((name) => chosen.includes(name)))
if (chosen.includes('tests')) end(await runTests())
end({ passed: chosen.length, failed: 0 })

/** Runs a step and streams its output. Returns the failure, or undefined. */
async function runAndStream(name) {
  console.log(`\n▸ ${name}`)
  const { problem, seconds } = await run(STEPS[name], 'inherit')
  conclude(name, problem, seconds)
  return problem
}

/**
 * Runs the tests and counts what passed and failed. A run that failed in another way, or ran no test, counts as one failure.
 * Tests that need parts of Debian may all be skipped.
 */
async function runTests() {
  const problem = await runAndStream('tests')
  const { passed, failed, skipped } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { passed: 0, failed: 1, skipped: 0 }
  const ranNone = passed === 0 && !(values.world && skipped > 0)
  return { passed, failed: failed === 0 && (problem !== undefined || ranNone) ? 1 : failed }
}

/** Runs checks two at a time. The first that fails ends the other, and the command. */
async function pairwise(names) {
  if (names.length > 1) console.log(`\nRunning ${names.join(', ')}; each prints its output when it ends.`)
  const waiting = [...names]
  let failed = false
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined && !failed; name = waiting.shift()) {
      const { problem, seconds, output } = await run(STEPS[name], 'pipe')
      if (failed) return
      process.stdout.write(`\n▸ ${name}\n${output}`)
      conclude(name, problem, seconds)
      if (problem === undefined) continue
      failed = true
      for (const kill of running) kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, worker))
  if (failed) end({ passed: 0, failed: 1 })
}

function conclude(name, problem, seconds) {
  console.log(problem === undefined ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed: ${problem}`)
}

function end({ passed, failed }) {
  rmSync(reports, { recursive: true, force: true })
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

/** Runs a step in its own process group, which ends with the step. */
function run([command, args], stdio) {
  const started = performance.now()
  let output = ''
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', stdio, stdio],
      detached: true,
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TEST_COUNTS: report },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    const kill = (signal) => {
      try {
        process.kill(-child.pid, signal)
      } catch {
        // The group has ended already.
      }
    }
    running.add(kill)
    let expired = false
    const deadline = setTimeout(() => {
      expired = true
      kill('SIGKILL')
    }, DEADLINE_MS)
    const done = (problem) => {
      clearTimeout(deadline)
      running.delete(kill)
      kill('SIGKILL')
      const finish = () => resolve({ problem, output, seconds: ((performance.now() - started) / 1000).toFixed(1) })
      // The end of the group closes its output. A daemon that it started may hold it open.
      child.once('close', finish)
      setTimeout(finish, OUTPUT_CLOSES_MS)
    }
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => {
      if (expired) done(`it did not end within ${DEADLINE_MS / 1000} s`)
      else if (code !== 0) done(code === null ? `it was ended by ${signal}` : `exit code ${code}`)
      else done(undefined)
    })
  })
}
