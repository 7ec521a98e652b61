import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { plausibleExport, umamiExport, writeZip } from '@footfall/ingest/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect } from './dashboard-browser.ts'
import { call, openPlace, type Place, signUpFirst } from './dashboard-person.ts'
import { FOOTFALL } from './footfall-command.ts'
import { until } from './server-process.ts'

const DAY_MS = 86_400_000
const DAYS = 20
const dayFrom = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const FIRST = dayFrom(-60)
const LAST = dayFrom(-60 + DAYS - 1)

/** Enough that an import of them takes a while. */
const MANY = 60_000
function manyEvents(): string {
  const at = (number: number) => new Date(Date.parse(`${FIRST}T00:00:00Z`) + (number % DAYS) * DAY_MS + number * 10)
  const line = (_: unknown, number: number) =>
    JSON.stringify({
      timestamp: at(number).toISOString(),
      name: 'pageview',
      url: `https://example.com/${number % 50}`,
      visitor: `v${number % 5000}`,
    })
  return Array.from({ length: MANY }, line).join('\n')
}

/** The metrics that the page says are the same. */
const OF_PLAUSIBLE: Readonly<Record<string, (day: ReturnType<typeof plausibleExport>['days'][number]) => number>> = {
  visitors: ({ visitors }) => visitors,
  visits: ({ visits }) => visits,
  pageviews: ({ pageviews }) => pageviews,
  bounce_rate: ({ bounces, visits }) => bounces / visits,
  visit_duration: ({ seconds, visits }) => seconds / visits,
}

/** The commands of a page of the documentation, with a file and a product in place of those that it names. */
async function commandsOf(page: string, file: string, product: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8')
  const lines = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.split('\n'))
  const words = lines.map((line) => line.trim().split(' ')).filter(([command]) => command === 'footfall')
  return words.map(([, ...args]) =>
    args.map((word) => (word === 'prd_…' ? product : /\.(zip|gz)$/.test(word) ? file : word)),
  )
}

describe('imports from other services', () => {
  let place: Place
  let page: Page
  const plausible = plausibleExport(FIRST, DAYS)
  const umami = umamiExport(FIRST, DAYS)
  const files = { plausible: '', umami: '' }

  beforeAll(async () => {
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    files.plausible = join(place.dataDir, 'export.zip')
    files.umami = join(place.dataDir, 'website_event.csv')
    await writeZip(files.plausible, plausible.files)
    await writeFile(files.umami, umami.csv)
  })
  afterAll(() => place?.close())

  const productNamed = async (name: string): Promise<string> =>
    (await call(page, 'POST', '/api/v1/products', { name, domain: 'example.com' })).body.data.result.id

  /** The command as somebody with access to the machine of the running service gives it. */
  async function footfall(...args: string[]) {
    const child = spawn(process.execPath, [FOOTFALL, ...args, '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: place.dataDir },
    })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { out: out === '' ? undefined : JSON.parse(out), err }
  }

  /** A metric of each day, as the reports of the running service show it. */
  async function daily(product: string, metric: string): Promise<readonly number[]> {
    const query = new URLSearchParams({ product, metric, from: FIRST, to: LAST, interval: 'day' })
    const { body } = await call(page, 'GET', `/api/v1/stats?${query}`)
    return body.data.series.map(({ value }: { value: number | null }) => value ?? 0)
  }

  it('the commands on the page about Plausible work while the service runs, and the statistics match Plausible day by day', async () => {
    const product = await productNamed('From Plausible')
    const [dryRun, run, ...others] = await commandsOf('docs/moving-in/plausible.md', files.plausible, product)
    if (dryRun === undefined || run === undefined) throw new Error('The page has no commands.')
    expect([dryRun, run, others]).toEqual([
      expect.arrayContaining(['--dry-run']),
      expect.not.arrayContaining(['--dry-run']),
      [],
    ])
    const checked = await footfall(...dryRun)
    expect(checked).toMatchObject({ err: '', out: { source: 'plausible', from: FIRST, to: LAST } })
    expect(await daily(product, 'pageviews')).toEqual(plausible.days.map(() => 0))
    const imported = await footfall(...run)
    expect(imported).toMatchObject({ err: '', out: { source: 'plausible', rows: checked.out.rows, repeated: false } })
    for (const [metric, of] of Object.entries(OF_PLAUSIBLE))
      expect({ metric, days: await daily(product, metric) }).toEqual({ metric, days: plausible.days.map(of) })
    expect((await footfall(...run)).out).toMatchObject({ repeated: true })
    const { out } = await footfall('import', 'list', '--product', product)
    expect(out.imports).toEqual([
      { id: imported.out.id, source: 'plausible', from: FIRST, to: LAST, rows: checked.out.rows, status: 'complete' },
    ])
    await footfall('import', 'remove', imported.out.id)
    expect(await daily(product, 'pageviews')).toEqual(plausible.days.map(() => 0))
  })

  it('imports an export of Umami in the dashboard, shows its statistics day by day, and removes it again', async () => {
    const product = await productNamed('From Umami')
    await page.goto(place.url(`/products/${product}/settings/import`))
    await page.getByText('No imports yet').waitFor()
    await inspect(page, 'import-empty')
    await page.getByLabel('File', { exact: true }).setInputFiles(files.umami)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByText('Ready to import').waitFor()
    await page.getByText(/ rows to import/).waitFor()
    const { body } = await call(page, 'GET', `/api/v1/products/${product}/imports`)
    expect(body.data).toMatchObject([{ source: 'umami', from: FIRST, to: LAST, status: 'uploaded' }])
    expect(await daily(product, 'pageviews')).toEqual(umami.days.map(() => 0))
    await inspect(page, 'import-ready')
    await page.getByRole('button', { name: /^Start import/ }).click()
    await page.getByText('Complete', { exact: true }).waitFor()
    for (const metric of ['visitors', 'visits', 'pageviews'] as const)
      expect({ metric, days: await daily(product, metric) }).toEqual({
        metric,
        days: umami.days.map((day) => day[metric]),
      })
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No imports yet').waitFor()
    await until('the imported events to be gone', async () => (await daily(product, 'pageviews')).every((n) => n === 0))
  })

  it('an import continues after the service is killed, at the command line and in the dashboard, and counts every row once', async () => {
    const [byCommand, byUpload] = [await productNamed('By command'), await productNamed('By upload')]
    const history = join(place.dataDir, 'history.ndjson')
    await writeFile(history, manyEvents())
    const uploaded = await page.request.post(place.url(`/api/v1/products/${byUpload}/imports/upload?name=a.ndjson`), {
      data: Buffer.from(manyEvents()),
      headers: { 'content-type': 'application/octet-stream', origin: place.url() },
    })
    expect(uploaded.status()).toBe(201)
    const { id } = (await uploaded.json()).data
    const importing = footfall('import', history, '--product', byCommand)
    await call(page, 'POST', `/api/v1/products/${byUpload}/imports/${id}/start`)
    const statuses = async (product: string) =>
      (await call(page, 'GET', `/api/v1/products/${product}/imports`)).body.data.map(
        ({ status }: { status: string }) => status,
      )
    await until('the import to run', async () => (await statuses(byCommand)).includes('running'))
    await place.server().end('SIGKILL')
    expect((await importing).err).toContain('run the same command again')
    await place.restart()
    const again = await footfall('import', history, '--product', byCommand)
    expect(again).toMatchObject({ err: '', out: { rows: MANY, repeated: false } })
    await until('the upload to be imported', async () => (await statuses(byUpload)).includes('complete'))
    expect(await statuses(byCommand)).toEqual(['complete'])
    for (const product of [byCommand, byUpload])
      expect((await daily(product, 'pageviews')).reduce((sum, count) => sum + count, 0)).toBe(MANY)
  })

  it('shows what is wrong with a rejected file, and keeps none of it', async () => {
    const product = await productNamed('Refused')
    const broken = join(place.dataDir, 'broken.ndjson')
    await writeFile(broken, '{"timestamp":"yesterday"}\n')
    await page.goto(place.url(`/products/${product}/settings/import`))
    await page.getByLabel('File', { exact: true }).setInputFiles(broken)
    await page.getByRole('button', { name: 'Check file' }).click()
    await page
      .getByRole('alert')
      .getByText(/line 1/i)
      .first()
      .waitFor()
    await inspect(page, 'import-rejected')
    const umamiAnyway = page.waitForRequest((request) => request.url().includes('/imports/upload?'))
    await page.getByLabel('Exported from').selectOption('Umami')
    await page.getByRole('button', { name: 'Check file' }).click()
    expect(new URL((await umamiAnyway).url()).searchParams.get('source')).toBe('umami')
    await page
      .getByRole('alert')
      .getByText(/is not an export of Umami/i)
      .first()
      .waitFor()
    const { body } = await call(page, 'GET', `/api/v1/products/${product}/imports`)
    expect(body.data).toEqual([])
  })
})
