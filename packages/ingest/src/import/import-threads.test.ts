import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, InvalidRequest, ProductId, UTC } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openGeo } from '../enrich/geo.ts'
import { importEvents } from './import-events.ts'
import { sampleEvent } from './test-support/sample-file.ts'

const ROWS = 4000
const engine = testEngine()
let geo: Awaited<ReturnType<typeof openGeo>>
let directory: string
beforeAll(async () => {
  geo = await openGeo()
  directory = await mkdtemp(join(tmpdir(), 'footfall-import-threads-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Addresses of a country, so that the threads look it up. */
const row = (i: number) => JSON.stringify(sampleEvent(i)).replace('198.51.100.', '8.8.8.')
const file = Array.from({ length: ROWS }, (_, i) => row(i))

const COLUMNS = ['timestamp', 'name', 'url', 'referrer', 'visitor', 'ip', 'user_agent', 'engaged_ms', 'scroll', 'props']
const csvRow = (line: string) => {
  const event = new Map<string, unknown>(Object.entries(JSON.parse(line)))
  const cells = COLUMNS.map((column) => event.get(column) ?? '')
  return cells
    .map((cell) => `"${(typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).replaceAll('"', '""')}"`)
    .join(',')
}

async function imported(
  product: string,
  threads: number,
  lines: readonly string[],
  skipInvalid: boolean,
  format: 'ndjson' | 'csv' = 'ndjson',
) {
  const path = join(directory, `${product}.${format}`)
  await writeFile(path, lines.join('\n'))
  return importEvents({
    engine,
    profile: { product: ProductId.parse(product), ...defaultSettings(UTC) },
    file: path,
    format,
    stateDir: join(directory, 'state'),
    geo,
    clock: settableClock('2026-11-20T12:00:00Z'),
    random: seededRandom(product),
    threads,
    skipInvalid,
    blockBytes: 20_000,
    sliceRows: 1000,
  })
}

const rowsOf = (product: string) =>
  engine.rows(`SELECT * EXCEPT (product_id, visitor, visit), dense_rank() OVER (ORDER BY visit_start, entry_path) AS nth
FROM events WHERE product_id = '${product}' ORDER BY ALL`)

it('an import on several threads stores the same rows and reports the same lines as an import on one', async () => {
  const lines = [...file]
  for (const at of [10, 1500, 3999]) lines[at] = '{"timestamp":"2026-10-05T00:00:00Z"}'
  lines[2500] = 'not JSON'
  const { id: _one, ...single } = await imported('prd_alone', 0, lines, true)
  const { id: _other, ...together } = await imported('prd_together', 3, lines, true)
  expect(single.firstSkipped.map(({ line }) => line)).toEqual([11, 1501, 2501, 4000])
  expect(together).toEqual({ ...single, seconds: together.seconds })
  const [{ countries } = {}] = await engine.rows<{ countries: string }>(
    `SELECT uniqExact(country) AS countries FROM events WHERE product_id = 'prd_together'`,
  )
  expect(Number(countries)).toBeGreaterThan(1)
  expect(await rowsOf('prd_together')).toEqual(await rowsOf('prd_alone'))
})

it('an import of CSV on another thread stores the same rows and reports the same lines as an import on this one', async () => {
  const lines = [COLUMNS.join(','), ...file.map(csvRow)]
  lines[11] = '2026-10-05T00:00:00Z'
  lines[1500] = lines[1500]?.replace('pageview', 'page\nview') ?? ''
  const { id: _one, ...single } = await imported('prd_csvalone', 0, lines, true, 'csv')
  const { id: _other, ...together } = await imported('prd_csvtogether', 3, lines, true, 'csv')
  expect(single.firstSkipped.map(({ line }) => line)).toEqual([12])
  expect(together).toEqual({ ...single, seconds: together.seconds })
  expect(await rowsOf('prd_csvtogether')).toEqual(await rowsOf('prd_csvalone'))
})

it('an import of CSV on another thread rejects a record that is longer than any event, and a file without a header', async () => {
  const long = [COLUMNS.join(','), csvRow(row(1)), `"${'x'.repeat(3_000_000)}`, ...file.map(csvRow)]
  await expect(imported('prd_csvlong', 1, long, true, 'csv')).rejects.toThrow(
    'has a line that is longer than 1,048,576 bytes',
  )
  await expect(imported('prd_csvempty', 1, [], true, 'csv')).rejects.toThrow('has no header line')
})

it('an import on several threads stops at the first invalid line of the file and stores nothing', async () => {
  const lines = [...file]
  for (const at of [900, 1000, 3000]) lines[at] = '{}'
  const rejected = await imported('prd_refused', 3, lines, false).catch((error: unknown) => error)
  expect(rejected).toBeInstanceOf(InvalidRequest)
  expect(rejected).toMatchObject({
    errors: expect.arrayContaining([{ path: 'line 901: timestamp', message: expect.anything() }]),
  })
  expect(await engine.rows(`SELECT count() AS n FROM events WHERE product_id = 'prd_refused'`)).toEqual([{ n: '0' }])
  expect(await engine.rows('SELECT count() AS n FROM import_staging')).toEqual([{ n: '0' }])
})
