import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { applyDiff } from './apply-diff.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

interface Step {
  readonly kind: string
  readonly file: string
  readonly text: string
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

let copy: string
let steps: readonly Step[]

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footfall-contributing-'))
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, maxBuffer: 2 ** 24 })
  const files = stdout.trim().split('\n')
  await Promise.all([...new Set(files.map(dirname))].map((folder) => mkdir(join(copy, folder), { recursive: true })))
  for (const file of files) await copyFile(join(ROOT, file), join(copy, file)).catch(ignoreDeleted)
  await linkRootModules()
  // The links in these folders are relative, so that in the copy they lead to the packages of the copy.
  for (const manifest of files.filter((file) => file.endsWith('/package.json'))) {
    const modules = join(dirname(manifest), 'node_modules')
    if (existsSync(join(ROOT, modules)))
      await cp(join(ROOT, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true })
  }
  steps = stepsOf(await readFile(join(copy, 'CONTRIBUTING.md'), 'utf8'))
  for (const step of steps) await follow(step)
  await inCopy('node', ['docs/tools/src/write-registry.ts'])
  await inCopy('node', ['--conditions=footfall-source', 'apps/dashboard/scripts/generate-client.ts'])
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Git lists a file that was deleted and not committed. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** What the root of the workspace has, with its own package taken from the copy. */
async function linkRootModules(): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')]
  await mkdir(join(to, '@footfall'), { recursive: true })
  await symlink('../../testkit', join(to, '@footfall/testkit'))
  for (const name of await readdir(from)) if (name !== '@footfall') await symlink(join(from, name), join(to, name))
}

/** The code blocks that name a file. */
function stepsOf(page: string): readonly Step[] {
  return [...page.matchAll(/^```(ts|md|diff) (\S+)\n(.*?)^```$/gms)].map(([, kind = '', file = '', text = '']) => ({
    kind,
    file,
    text,
  }))
}

async function follow({ kind, file, text }: Step): Promise<void> {
  const path = join(copy, file)
  if (kind !== 'diff') {
    await mkdir(dirname(path), { recursive: true })
    return writeFile(path, text)
  }
  await writeFile(path, applyDiff(await readFile(path, 'utf8'), text))
}

const inCopy = (command: string, args: readonly string[]) =>
  run(command === 'node' ? process.execPath : join(ROOT, 'node_modules/.bin', command), args, {
    cwd: copy,
    maxBuffer: 2 ** 24,
    env: { ...process.env, TEST_DATABASE_URL: inject('postgresUrl') },
  })

/** Runs the tests of these files whose titles match. */
async function testsInCopy(pattern: string, files: readonly string[]) {
  const report = join(copy, 'walks.json')
  const ran = await inCopy('vitest', [
    ...['run', '--reporter=json', `--outputFile=${report}`, '--testNamePattern', pattern],
    ...files,
  ]).then(
    () => 'passed',
    ({ stderr }: { stderr: string }) => stderr,
  )
  const { testResults, numPassedTests }: Report = JSON.parse(await readFile(report, 'utf8'))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((test) => test.status === 'failed')
  return { failed, passed: numPassedTests, ran }
}

/** A program of types for each kind of code: programs of Node, the dashboard, and the pages of MCP Apps. */
const PROJECTS = ['tsconfig.json', 'apps/dashboard', 'packages/mcp-tools/src/apps/browser'] as const

/** What people and models read of the metric and the vendor. It is written into the copy when the types have been checked. */
const READ_VALUES = `
import { expect, it } from 'vitest'
import { fieldsHelp } from '../../apps/admin-cli/src/commands/import-texts.ts'
import { importSourceName } from '../../apps/dashboard/src/statistics/import-source.ts'
import { metricLabel } from '../../apps/dashboard/src/statistics/metric-labels.ts'
import { formatTick, formatValue } from '../../apps/dashboard/src/statistics/format.ts'
import { importSourcesPage } from '../../docs/tools/src/reference/import-sources.ts'
import { builtPagesText } from '../../packages/mcp-tools/app-pages.ts'
import { META } from '../../packages/mcp-tools/src/text/test-support-meta.ts'
import { textOf } from '../../packages/mcp-tools/src/text/text-of.ts'
import { messageWords } from '../../packages/operations/src/messages/message-words.ts'
import { metricInWords } from '../../packages/operations/src/features/reports/metrics-in-words.ts'

const measured = { metric: 'views_per_visitor', unit: 'ratio', state: 'available', reason: null, value: 1.5 } as const

it('views_per_visitor has its label and its number in the dashboard', () => {
  expect([metricLabel(measured.metric), formatValue(1.5, measured), formatTick(1.5, measured)]).toEqual([
    'Views per visitor',
    '1.50',
    '1.50',
  ])
})

it('views_per_visitor is a number in the text of MCP', () => {
  expect(textOf('service_analytics_query', { data: measured, meta: META }, [])).toContain('views_per_visitor: 1.5 (available)')
})

it('views_per_visitor has its label in the pages of MCP Apps', () => {
  expect(builtPagesText()).toContain('Views per visitor')
})

it('views_per_visitor has its label and its number in a scheduled report', () => {
  expect(metricInWords(messageWords('en'), { ...measured, previous: 2, change: -0.25 })).toEqual({
    label: 'Views per visitor',
    value: '1.50',
    change: '−25%',
    trend: 'worse',
  })
})

it('goatcounter has its name in the dashboard, in the help of the command and in the reference', () => {
  expect(importSourceName('goatcounter')).toBe('GoatCounter')
  expect(fieldsHelp()).toContain('  goatcounter (GoatCounter): the CSV export')
  expect(importSourcesPage()).toContain('[GoatCounter](../moving-in/goatcounter.md) | the CSV export | events')
})
`

/** What people read of the write. */
const READ_ACTIVITY = `
import { expect, it } from 'vitest'
import { describeAction } from '../../apps/dashboard/src/activity/describe-action.ts'

it('the activity list says what service_annotations_move did', () => {
  expect(describeAction({ operation: 'service_annotations_move' })).toBe('Annotation moved')
})
`

/** Each is the title of a test of the metric or the vendor, or part of it. */
const OF_TABLES = [
  'the metric views_per_visitor is what plain TypeScript computes',
  'views_per_visitor has its label and its number in the dashboard',
  'views_per_visitor is a number in the text of MCP',
  'views_per_visitor has its label in the pages of MCP Apps',
  'views_per_visitor has its label and its number in a scheduled report',
  'goatcounter has its name in the dashboard, in the help of the command and in the reference',
] as const

const titlesIn = (text: string) => [...text.matchAll(/^it\('([^']+)'/gm)].map(([, title = '']) => title)

describe('the walkthroughs of CONTRIBUTING.md', () => {
  it('the walkthroughs change three files for a metric and a vendor, two for a sign-in method, an alert kind, a setting and a card, and one for an operation, in addition to tests', () => {
    const files = new Set(steps.map(({ file }) => file).filter((file) => !file.endsWith('.test.ts')))
    expect([...files].sort()).toEqual([
      'apps/dashboard/src/messages/en.json',
      'apps/dashboard/src/statistics/first-question.ts',
      'docs/moving-in/goatcounter.md',
      'packages/accounts/src/methods/support-code/support-code.ts',
      'packages/analytics/src/metrics/views-per-visitor.ts',
      'packages/analytics/src/test-support/naive/metric-oracles.ts',
      'packages/config/src/settings/mail.ts',
      'packages/core-domain/src/entities/import-sources.ts',
      'packages/core-domain/src/languages/texts/en.ts',
      'packages/core-domain/src/metrics/metric-table.ts',
      'packages/ingest/src/vendor-exports/sources/goatcounter.ts',
      'packages/operate/src/mail.ts',
      'packages/operations/src/features/alerts/kinds/crowd.ts',
      'packages/operations/src/features/annotations/move.ts',
      'packages/operations/src/features/diagnostics/count-annotations.ts',
    ])
  })

  it('the walkthroughs lead to a repository in which every package and app compiles', async () => {
    // One process, which reads what the programs share once.
    const outcome = await inCopy('tsc', ['--build', ...PROJECTS]).then(
      () => 'no errors',
      ({ stdout }: { stdout: string }) => stdout,
    )
    expect(outcome).toBe('no errors')
  })

  it('the walkthroughs lead to a metric, a sign-in method, an alert kind, a vendor and a setting whose tests pass', async () => {
    await writeFile(join(copy, 'e2e/src/read-values.test.ts'), READ_VALUES)
    const tests = steps.filter(({ file }) => file.endsWith('.test.ts'))
    const titles = [...OF_TABLES, ...tests.flatMap(({ text }) => titlesIn(text))]
    expect(titles).toHaveLength(OF_TABLES.length + 4)
    const { failed, passed, ran } = await testsInCopy(titles.join('|'), [
      ...['packages/analytics/src/answer/stats.test.ts', 'e2e/src/read-values.test.ts'],
      ...tests.map(({ file }) => file),
    ])
    expect(failed).toEqual([])
    expect({ passed, ran }).toEqual({ passed: titles.length, ran: 'passed' })
  })

  it('the walkthroughs lead to a write that passes the tests of every write, and has its sentence in the dashboard', async () => {
    await writeFile(join(copy, 'e2e/src/read-activity.test.ts'), READ_ACTIVITY)
    const { failed, passed, ran } = await testsInCopy('service_annotations_move', [
      'packages/operations/src/calls/writes.test.ts',
      'e2e/src/read-activity.test.ts',
    ])
    expect({ failed, ran }).toEqual({ failed: [], ran: 'passed' })
    // On each of two databases: eight rules of a write by a token, three of a write by a person, and two of its role and body.
    expect(passed).toBeGreaterThan(20)
  })

  it('the walkthroughs lead to operations that are routes and tools', async () => {
    const script =
      "import { OPERATIONS } from '@footfall/operations'; console.log(['count', '{annotation_id}/date'].every((end) => OPERATIONS.some(({ path }) => path.endsWith('/annotations/' + end))))"
    await writeFile(
      join(copy, 'packages/operations/listed.ts'),
      script.replace('@footfall/operations', './src/index.ts'),
    )
    const { stdout } = await inCopy('node', ['--conditions=footfall-source', 'packages/operations/listed.ts'])
    expect(stdout.trim()).toBe('true')
  })
})
