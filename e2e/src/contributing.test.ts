import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

interface Step {
  readonly kind: string
  readonly file: string
  readonly text: string
}

let copy: string
let steps: readonly Step[]

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footfall-contributing-'))
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, maxBuffer: 2 ** 24 })
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => /^(packages|testkit|docs\/tools)\/|^[^/]+$/.test(file))
  for (const file of files) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(ROOT, file), join(copy, file))
  }
  await linkRootModules()
  // The links in these folders are relative, so that in the copy they lead to the packages of the copy.
  const workspaces = new Set(files.map((file) => /^(packages\/[^/]+|testkit|docs\/tools)\//.exec(file)?.[1]))
  for (const workspace of workspaces) {
    if (workspace === undefined) continue
    const modules = join(workspace, 'node_modules')
    await cp(join(ROOT, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true })
  }
  steps = stepsOf(await readFile(join(copy, 'CONTRIBUTING.md'), 'utf8'))
  for (const step of steps) await follow(step)
  await inCopy('node', ['docs/tools/src/write-registry.ts'])
}, 300_000)
afterAll(() => rm(copy, { recursive: true, force: true }))

/** What the root of the workspace has, with its own package taken from the copy. */
async function linkRootModules(): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')]
  await mkdir(join(to, '@footfall'), { recursive: true })
  await symlink('../../testkit', join(to, '@footfall/testkit'))
  for (const name of await readdir(from)) if (name !== '@footfall') await symlink(join(from, name), join(to, name))
}

/** The code blocks that name a file. */
function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(/^```(ts|diff) (\S+)\n(.*?)^```$/gms)].map(([, kind = '', file = '', text = '']) => ({
    kind,
    file,
    text,
  }))
}

async function follow({ kind, file, text }: Step): Promise<void> {
  const path = join(copy, file)
  if (kind === 'ts') return writeFile(path, text)
  const lines = text.trimEnd().split('\n')
  const side = (without: string) =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  const before = await readFile(path, 'utf8')
  if (before.split(side('+')).length !== 2) throw new Error(`${file} does not hold these lines once:\n${side('+')}`)
  await writeFile(
    path,
    before.replace(side('+'), () => side('-')),
  )
}

const inCopy = (command: string, args: readonly string[]) =>
  run(command === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', command), args, {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: inject('postgresUrl') },
  })

describe('the walkthroughs of CONTRIBUTING.md', () => {
  it('the walkthroughs change at most two files for a metric, an alert kind and a setting, and one for an operation, in addition to tests', () => {
    const files = new Set(steps.map(({ file }) => file).filter((file) => !file.endsWith('.test.ts')))
    expect([...files].sort()).toEqual([
      'packages/analytics/src/metrics/views-per-visitor.ts',
      'packages/config/src/settings/mail.ts',
      'packages/core-domain/src/statistics.ts',
      'packages/operate/src/mail.ts',
      'packages/operations/src/alerts/kinds/crowd.ts',
      'packages/operations/src/alerts/kinds/index.ts',
      'packages/operations/src/operations/diagnostics/count-annotations.ts',
    ])
  })

  it('the walkthroughs lead to code that compiles', { timeout: 180_000 }, async () => {
    await writeFile(
      join(copy, 'tsconfig.walks.json'),
      JSON.stringify({
        extends: './tsconfig.base.json',
        include: [
          ...steps.map(({ file }) => file),
          'packages/operations/src/index.ts',
          'testkit/src/global-postgres.ts',
        ],
      }),
    )
    const outcome = await inCopy('tsc', ['--noEmit', '-p', 'tsconfig.walks.json']).then(
      () => 'no errors',
      ({ stdout }: { stdout: string }) => stdout,
    )
    expect(outcome).toBe('no errors')
  })

  it('the walkthroughs lead to a metric, an alert kind and a setting whose tests pass', async () => {
    const tests = steps.map(({ file }) => file).filter((file) => file.endsWith('.test.ts'))
    expect(tests).toHaveLength(3)
    const report = join(copy, 'walks.json')
    await inCopy('vitest', ['run', '--reporter=json', `--outputFile=${report}`, ...tests])
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ numPassedTests: 3, success: true })
  })

  it('the walkthroughs lead to an operation that is a route and a tool', async () => {
    const script =
      "import { OPERATIONS } from '@footfall/operations'; console.log(OPERATIONS.some(({ path }) => path.endsWith('/annotations/count')))"
    await writeFile(
      join(copy, 'packages/operations/listed.ts'),
      script.replace('@footfall/operations', './src/index.ts'),
    )
    const { stdout } = await inCopy('node', ['--conditions=footfall-source', 'packages/operations/listed.ts'])
    expect(stdout.trim()).toBe('true')
  })
})
