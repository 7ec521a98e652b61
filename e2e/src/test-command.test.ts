import { execFile, spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLANTED_TEST = 'packages/core-domain/src/planted.test.ts'
/** Ends a command that hangs: the time limit of a test cannot, while the test waits for it synchronously. */
const COMMAND_TIMEOUT_MS = 600_000
const run = promisify(execFile)

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footfall-copy-'))
  const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const files = listed.stdout.trim().split('\n')
  const deleted = new Set((await run('git', ['ls-files', '--deleted'], { cwd: ROOT })).stdout.split('\n'))
  for (const file of files.filter((file) => !deleted.has(file))) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  // Otherwise pnpm would link node_modules, which the copy shares with the original, to the copy.
  await appendFile(join(copy, 'pnpm-workspace.yaml'), '\nverifyDepsBeforeRun: false\n')
  const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) => dirname(file))
  for (const folder of manifests)
    await symlink(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules')).catch(() => {})
})

afterAll(() => rm(copy, { recursive: true, force: true }))

interface Outcome {
  readonly code: number | null
  readonly output: string
  readonly lastLine: string
}

/** Runs steps of the test command in the copy with one more file, and removes the file. */
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
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['scripts/test.mjs', ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    timeout: COMMAND_TIMEOUT_MS,
    env: { PATH: process.env.PATH, HOME: cwd, NO_COLOR: '1', TEST_DATABASE_URL: inject('postgresUrl'), ...env },
  })
  if (error !== undefined) throw error
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

  it('exits with 1 when a test never ends', async () => {
    const outcome = await tests("it('waits', () => new Promise(() => {}), 200)\nit('passes', () => expect(1).toBe(1))")
    expect(outcome).toMatchObject({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  it('exits with 1 when a test blocks the event loop forever, once the deadline of the step has passed', async () => {
    // Waiting blocks it like computing does, and leaves the processor to other tests.
    const block = "it('waits', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) })"
    const outcome = await tests(block, { TEST_STEP_DEADLINE_SECONDS: '8' })
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
    expect(outcome.output).toContain('it did not end within 8 s')
  })

  it('runs a failed file only once, in CI too', async () => {
    const marker = join(copy, 'runs')
    const outcome = await tests(
      `import { appendFileSync } from 'node:fs'
      it('fails', () => {
        appendFileSync('${marker}', '.')
        expect(1).toBe(2)
      })`,
      { CI: 'true' },
    )
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
    expect(await readFile(marker, 'utf8')).toBe('.')
  })

  it('exits with 1 when no test ran', async () => {
    const outcome = await testCommand(plantedTest(''), ['--only', 'tests', 'no/such/file'])
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
  })

  it('rejects a step that does not exist', async () => {
    const outcome = await testCommand(plantedTest(''), ['--only', 'nonsense'])
    expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
    expect(outcome.output).toContain('There is no step nonsense.')
  })

  describe('npm test on a copy with one fault for every check', () => {
    const folder = 'packages/core-domain/src'
    /** The faults of one check are not faults to another, so all are planted at once. */
    const FAULTS = {
      [`${folder}/lint-fault.ts`]: 'export const planted: any = 1\n',
      [`${folder}/format-fault.ts`]: 'export const planted = "1" ;\n',
      [`${folder}/upward-import.ts`]:
        "import { SCOPES } from '../../scopes-policy/src/index.ts'\n\nexport const planted = SCOPES\n",
      [`${folder}/dead-code.ts`]: 'export const planted = 1\n',
    }

    beforeAll(async () => {
      for (const [file, text] of Object.entries(FAULTS)) await writeFile(join(copy, file), text)
    })
    afterAll(async () => {
      for (const file of Object.keys(FAULTS)) await rm(join(copy, file), { force: true })
    })

    it.each([
      ['lint', 'the lint fault and the format fault', ['lint-fault.ts', 'format-fault.ts']],
      ['boundaries', 'the import of a package above', ['floor:core-domain', 'upward-import.ts']],
      ['dead-code', 'the dead code', ['dead-code.ts']],
    ] as const)('exits with 1 in the step %s and names %s', (step, _faults, named) => {
      const outcome = runSteps(copy, ['--only', step])
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      for (const text of named) expect(outcome.output).toContain(text)
    })
  })

  it.each([
    ['types', '.', 'packages/core-domain/src/type-fault.ts'],
    ['dashboard-types', 'apps/dashboard', 'apps/dashboard/src/type-fault.ts'],
  ])('exits with 1 in the step %s on a type fault', async (step, project, file) => {
    const config = join(copy, project, 'tsconfig.json')
    const before = await readFile(config, 'utf8')
    const planted = { file, text: "export const planted: number = 'text'\n" }
    try {
      await writeFile(join(copy, file), planted.text)
      const compiler = join(ROOT, 'node_modules/.bin/tsc')
      const { stdout } = await run(compiler, ['-p', join(copy, project), '--showConfig'])
      expect(stdout).toContain(`"./${relative(project, file)}"`)
      // The step would check this file among all others, which takes long, so now it checks this file only.
      await writeFile(config, JSON.stringify({ ...JSON.parse(before), include: [relative(project, file)] }))
      const outcome = await testCommand(planted, ['--only', step])
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      expect(outcome.output).toContain('type-fault.ts')
    } finally {
      await writeFile(config, before)
    }
  })

  it('exits with 1 when a package cannot be built, and names the package', async () => {
    const file = 'packages/http-primitives/tsup.config.ts'
    const before = await readFile(join(ROOT, file), 'utf8')
    try {
      const outcome = await testCommand({ file, text: 'export default (\n' }, ['--only', 'build'])
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      expect(outcome.output).toContain('http-primitives')
    } finally {
      await writeFile(join(copy, file), before)
    }
  })

  it('ends a check that runs when another check fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-checks-'))
    const file = (path: string) => join(folder, path)
    const program = (path: string, script: string) => writeFile(file(path), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    try {
      await mkdir(file('scripts'))
      await cp(join(ROOT, 'scripts/test.mjs'), file('scripts/test.mjs'))
      await mkdir(file('node_modules/.bin'), { recursive: true })
      await run('mkfifo', [file('started')])
      // The types are checked for ever, and the linter fails once that check has started.
      await program('node_modules/.bin/tsc', 'echo $$ > pid; echo > started; exec tail -f /dev/null')
      await program('node_modules/.bin/biome', 'read -r _ < started; exit 1')
      const steps = ['--only', 'lint', '--only', 'types']
      const outcome = runSteps(folder, steps)
      expect(outcome).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' })
      expect(outcome.output.match(/failed: .*/g)).toEqual(['failed: exit code 1'])
      const pid = Number(await readFile(file('pid'), 'utf8'))
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('exits with 1 when the lockfile does not match the manifests', async () => {
    // In a separate folder, since an install changes node_modules, which the copy shares with the original.
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

  it('runs every step when --only is not given', () => {
    const { output } = spawnSync(process.execPath, ['scripts/test.mjs', '--only', '?'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect(output.join('')).toContain(
      'The steps are install, build, types, dashboard-types, lint, boundaries, dead-code, tests.',
    )
  })
})
