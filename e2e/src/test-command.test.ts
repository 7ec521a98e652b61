import { execFile, spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLANTED = 'packages/core-domain/src/planted.ts'
const PLANTED_TEST = 'packages/core-domain/src/planted.test.ts'
const run = promisify(execFile)

// Compilers and a PostgreSQL start here; a busy machine takes its time with them.
vi.setConfig({ testTimeout: 240_000 })

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footfall-copy-'))
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const files = listed.stdout.trim().split('\n')
  const isThere = new Set((await run('git', ['ls-files', '--deleted'], { cwd: ROOT })).stdout.split('\n'))
  for (const file of files.filter((file) => !isThere.has(file))) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  // Otherwise pnpm would link the node_modules that the copy shares with its original to the copy.
  await appendFile(join(copy, 'pnpm-workspace.yaml'), '\nverifyDepsBeforeRun: false\n')
  const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) => dirname(file))
  for (const folder of manifests)
    await symlink(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules')).catch(() => {})
}, 120_000)

afterAll(() => rm(copy, { recursive: true, force: true }))

interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly lastLine: string
}

/** Runs steps of the test command in the copy, with one file planted, and takes the file away again. */
async function testCommand(
  planted: { readonly file: string; readonly text: string },
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const path = join(copy, planted.file)
  await writeFile(path, planted.text)
  try {
    return runSteps(copy, args, env)
  } finally {
    await rm(path, { force: true })
  }
}

function runSteps(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    env: { PATH: process.env.PATH, HOME: cwd, NO_COLOR: '1', ...env },
  })
  return { code: status, output: `${stdout}\n${stderr}`, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' }
}

const plantedTest = (text: string) => ({
  file: PLANTED_TEST,
  text: `import { expect, it } from 'vitest'\n\n${text}\n`,
})
const tests = (text: string, env?: Readonly<Record<string, string>>) =>
  testCommand(plantedTest(text), ['--only', 'tests', PLANTED_TEST], env)

describe('npm test', () => {
  it('exits with 0 when every test passes, and counts them in its last line', async () => {
    const outcome = await tests("it('passes', () => expect(1).toBe(1))")
    expect(outcome).toMatchObject({ code: 0, lastLine: '1 passed, 0 failed' })
  })

  it('exits with 1 when a test fails', async () => {
    const outcome = await tests("it('passes', () => {})\nit('fails', () => expect(1).toBe(2))")
    expect(outcome).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  it('exits with 1 when a test file throws before its tests', async () => {
    const outcome = await tests("it('passes', () => expect(1).toBe(1))\nthrow new Error('planted')")
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
  })

  it('exits with 1 when an error escapes from a passing test', async () => {
    const outcome = await tests(
      "it('passes', async () => { setTimeout(() => { throw new Error('planted') }); await new Promise((done) => setTimeout(done, 50)); expect(1).toBe(1) })",
    )
    expect(outcome).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  it('exits with 1 when a test waits for ever', async () => {
    const outcome = await tests("it('waits', () => new Promise(() => {}), 200)\nit('passes', () => expect(1).toBe(1))")
    expect(outcome).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  it('exits with 1 when a test computes for ever, once the deadline of the step has passed', async () => {
    const outcome = await tests("it('computes', () => { for (;;); })", { TEST_STEP_DEADLINE_SECONDS: '12' })
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
    expect(outcome.output).toContain('it did not end within 12 s')
  })

  it('exits with 1 when no test ran', async () => {
    const outcome = await testCommand(plantedTest(''), ['--only', 'tests', 'no/such/file'])
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
  })

  it('refuses a step that does not exist', async () => {
    const outcome = await testCommand(plantedTest(''), ['--only', 'lunch'])
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
    expect(outcome.output).toContain('There is no step lunch.')
  })

  const FAULTS = [
    ['a lint fault', 'lint', PLANTED, 'export const planted: any = 1\n', 'planted.ts'],
    ['a format fault', 'lint', PLANTED, 'export const planted = "1" ;\n', 'planted.ts'],
    ['a type fault', 'types', PLANTED, "export const planted: number = 'text'\n", 'planted.ts'],
    [
      'a type fault in the dashboard',
      'dashboard-types',
      'apps/dashboard/src/planted.ts',
      "export const planted: number = 'text'\n",
      'planted.ts',
    ],
    [
      'an import upwards',
      'boundaries',
      PLANTED,
      "import { parseSettings } from '../../runtime/src/settings.ts'\n\nexport const planted = parseSettings\n",
      'floor:core-domain',
    ],
    ['dead code', 'dead-code', PLANTED, 'export const planted = 1\n', 'planted.ts'],
    ['a build fault', 'build', 'packages/core-domain/tsup.config.ts', 'export default (\n', 'core-domain'],
  ] as const

  it.each(FAULTS)('exits with 1 on %s, in the step %s', async (_what, step, file, text, named) => {
    const before = spawnSync('git', ['show', `HEAD:${file}`], { cwd: ROOT, encoding: 'utf8' })
    try {
      const outcome = await testCommand({ file, text }, ['--only', step])
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      expect(outcome.output).toContain(named)
    } finally {
      if (before.status === 0) await writeFile(join(copy, file), before.stdout)
    }
  })

  it('exits with 1 when the lockfile does not fit the manifests', async () => {
    // Installed apart, since an install changes the node_modules that the copy shares with its original.
    const empty = await mkdtemp(join(tmpdir(), 'footfall-empty-'))
    try {
      for (const file of ['scripts/test.mjs', 'pnpm-workspace.yaml', 'pnpm-lock.yaml', 'package.json'])
        await cp(join(ROOT, file), join(empty, file))
      const manifest: object = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
      await writeFile(join(empty, 'package.json'), JSON.stringify({ ...manifest, dependencies: { planted: '1.0.0' } }))
      const outcome = runSteps(empty, ['--only', 'install'])
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      expect(outcome.output).toContain('ERR_PNPM_OUTDATED_LOCKFILE')
    } finally {
      await rm(empty, { recursive: true, force: true })
    }
  })

  it('runs every step when none is named', () => {
    const { output } = spawnSync(process.execPath, ['scripts/test.mjs', '--only', '?'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(output.join('')).toContain(
      'The steps are install, lint, build, types, dashboard-types, boundaries, dead-code, tests.',
    )
  })
})
