import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recognizeExport } from '../checking/recognize-export.ts'
import { openExport } from './files/open-export.ts'
import { exportBench, writeZip } from './test-support/export-fixture.ts'
import { plausibleExport } from './test-support/plausible-export.ts'
import { simpleAnalyticsRows } from './test-support/raw-exports.ts'
import { umamiExport } from './test-support/umami-export.ts'

const bench = exportBench()

const { files } = plausibleExport('2026-03-01', 3)
const umami = umamiExport('2026-03-01', 3)
let archives = 0

async function zipped(entries: Readonly<Record<string, string | Buffer>>, compress = true): Promise<Buffer> {
  const path = join(bench.directory, `archive-${archives++}.zip`)
  await writeZip(path, entries, compress)
  return readFile(path)
}

async function expectNothingStored(product: string): Promise<void> {
  expect(await bench.engine.rows(`SELECT product_id FROM imported_days WHERE product_id = '${product}'`)).toEqual([])
  expect(await bench.engine.rows(`SELECT product_id FROM events WHERE product_id = '${product}'`)).toEqual([])
  expect(await readdir(join(bench.directory, 'state'))).toEqual([])
}

/** What begins as Parquet, with more bytes than are kept of a footer. */
const PARQUET_HEAD = Buffer.alloc(330_000)
PARQUET_HEAD.write('PAR1')

it.each([
  [
    'an archive within an archive',
    async () => zipped({ 'inner.zip': await zipped(files) }),
    /^inner\.zip: is an archive within an archive/,
  ],
  [
    'a gzip file within an archive',
    () => zipped({ 'a.csv.gz': gzipSync('date,visitors') }),
    /^a\.csv\.gz: is an archive within/,
  ],
  [
    'an archive within a gzip file',
    async () => gzipSync(await zipped(files)),
    /^file: is an archive within an archive/,
  ],
  [
    'an archive that unpacks to a thousand times its size',
    () => zipped({ 'imported_visitors.csv': '0'.repeat(5_000_000) }),
    /^imported_visitors\.csv: unpacks to more than 250 times its size/,
  ],
  [
    'a gzip file that unpacks to a thousand times its size',
    async () => gzipSync(`date,visitors,pageviews,bounces,visits,visit_duration\n${'0'.repeat(5_000_000)}`),
    /^file: unpacks to more than 250 times its size/,
  ],
  [
    'an archive that is cut off',
    async () => (await zipped(files)).subarray(0, -300),
    /^file: is not a whole zip archive/,
  ],
  ['a gzip file that is cut off', async () => gzipSync(umami.csv).subarray(0, -20), /^file: is damaged or cut off/],
  [
    'an entry with a wrong checksum',
    async () => flipped(await zipped(files, false), 'example.com'),
    /is damaged: its checksum is wrong/,
  ],
  [
    'an entry with a path out of the archive',
    async () => renamed(await zipped({ 'aa/imported_visitors.csv': 'date' }), 'aa/', '../'),
    /^file: is not a whole zip archive: invalid relative path/,
  ],
  [
    'an archive whose entries would fill the memory before they are read',
    () => zipped(Object.fromEntries(Array.from({ length: 220 }, (_, i) => [`events_20260301/${i}`, PARQUET_HEAD]))),
    /^file: holds too many files to import at once/,
  ],
  ['an encrypted entry', async () => encrypted(await zipped(files)), /is encrypted/],
])('rejects %s by name and stores nothing', async (_, make, message) => {
  await expect(bench.text('prd_bad', await make())).rejects.toThrow(message)
  await expectNothingStored('prd_bad')
})

it('rejects an archive with more entries than an export has', async () => {
  const path = join(bench.directory, 'many.zip')
  await writeZip(path, { 'a.csv': 'x', 'b.csv': 'x', 'c.csv': 'x' })
  await expect(openExport(path, { entriesMax: 2, bytesMax: 1e9, ratioMax: 100 })).rejects.toThrow(/has 3 entries/)
  await expect(openExport(path, { entriesMax: 9, bytesMax: 2, ratioMax: 100 })).rejects.toThrow(
    /unpacks to more than 2 bytes/,
  )
})

it.each(['1,234', '1.234', '12 %', '12,5', ''])(
  'rejects a whole export for the number %j, naming entry and line',
  async (number) => {
    const name = 'imported_visitors_20260301_20260303.csv'
    const text = files[name] ?? ''
    const rows = text.split('\n')
    const broken = [...rows.slice(0, 2), `"2026-03-02",${JSON.stringify(number)},1,1,1,1`, ...rows.slice(3)].join('\n')
    await expect(bench.zip('prd_number', { ...files, [name]: broken })).rejects.toThrow(
      /^imported_visitors_20260301_20260303\.csv line 3: visitors: must be a number of plain digits/,
    )
    await expectNothingStored('prd_number')
  },
)

it.each([
  ['a CSV', () => umami.csv.slice(0, -40), /^line 19: has \d+ cells where the header has 23/],
  ['a quoted cell', () => `${umami.csv.slice(0, -1)},"`, /cells where the header has|quoted cell that does not end/],
  [
    'a dump of PostgreSQL',
    () => umami.postgres.slice(0, umami.postgres.indexOf('\\.\n', 3000)),
    /is cut off: line \d+ is in the middle of/,
  ],
  ['a dump of MySQL', () => umami.mysql.slice(0, -200), /is cut off|in the middle of website_event/],
  [
    'a JSON array',
    () => '[{"idVisit":"1","actionDetails":[],"firstActionTimestamp":1},{"idVisit":',
    /is not as|cut off/,
  ],
])('rejects %s that is cut off', async (_, make, message) => {
  await expect(bench.text('prd_cut', make())).rejects.toThrow(message)
  await expectNothingStored('prd_cut')
})

it('rejects a file that is not an export, or is an export of a product other than the one named', async () => {
  for (const text of ['', 'hello', '{"a":1}', 'date,amount\n2026-03-01,5\n', '<html></html>', '\u0000\u0001'])
    await expect(bench.text('prd_other', text), text).rejects.toThrow(/^file: is not an export of Plausible, Umami, /)
  await expect(bench.text('prd_other', umami.csv, { source: 'plausible' })).rejects.toThrow(
    /^file: is not an export of Plausible, judging/,
  )
  await expect(bench.zip('prd_other', { 'a.csv': umami.csv, ...files })).rejects.toThrow(
    /^file: holds exports of Umami and Plausible; import each by itself/,
  )
  await expectNothingStored('prd_other')
})

it('rejects an export without days', async () => {
  const [name = ''] = Object.keys(files)
  await expect(
    bench.zip('prd_none', { [name]: 'date,visitors,pageviews,bounces,visits,visit_duration\n' }),
  ).rejects.toThrow(/^file: has no days with data/)
  await expect(
    bench.text('prd_none', 'Country,Sessions,Active users\nGermany,5,4\n', { source: 'ga4' }),
  ).rejects.toThrow(/nothing to import; left out: 1 rows of tables without days/)
})

it('reports on a dry run what an import would add, and stores nothing', async () => {
  expect(await bench.zip('prd_dry', files, { dryRun: true })).toMatchObject({
    source: 'plausible',
    from: '2026-03-01',
    to: '2026-03-03',
  })
  expect(await bench.text('prd_dry', umami.csv, { dryRun: true })).toMatchObject({
    source: 'umami',
    events: umami.rows,
    figures: 0,
  })
  await expectNothingStored('prd_dry')
})

it('recognizes exports by their content whatever they are called, and our own format as none of them', async () => {
  const file = join(bench.directory, 'content')
  const sourceOf = async (content: string | Buffer) => {
    await writeFile(file, content)
    return recognizeExport(file)
  }
  expect(await sourceOf(umami.csv)).toBe('umami')
  expect(await sourceOf(gzipSync(umami.mysql))).toBe('umami')
  expect(await sourceOf(`\ufeff${simpleAnalyticsRows('2026-03-01', 1).csv}`)).toBe('simple-analytics')
  expect(await sourceOf(await zipped(files))).toBe('plausible')
  expect(
    await sourceOf(
      '{"timestamp":"2026-03-01T12:00:00Z","name":"pageview","url":"https://example.com/","visitor":"a"}\n',
    ),
  ).toBe(undefined)
  expect(await sourceOf('timestamp,name,url,visitor\n2026-03-01T12:00:00Z,pageview,https://example.com/,a\n')).toBe(
    undefined,
  )
})

it('lists the first twenty lines that are left out', async () => {
  const { csv } = simpleAnalyticsRows('2026-03-01', 1)
  const [header = '', ...rows] = csv.trim().split('\n')
  const future = Array.from({ length: 25 }, (_, i) =>
    (rows[0] ?? '').replace('2026-03-01T08:00:00', `2027-03-01T08:00:${String(i + 10)}`),
  )
  const summary = await bench.text('prd_lines', [header, ...rows, ...future].join('\n'))
  const all = summary.leftOut.flatMap(({ lines }) => lines)
  expect(all).toHaveLength(20)
  expect(summary.leftOut.find(({ what }) => what.includes('future'))?.count).toBe(50)
})

/** The archive with one byte of its content changed. */
function flipped(archive: Buffer, text: string): Buffer {
  const at = archive.indexOf(text)
  archive[at] = (archive[at] ?? 0) ^ 1
  return archive
}

function renamed(archive: Buffer, from: string, to: string): Buffer {
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}

/** The archive with the bit of encryption set for its entries. */
function encrypted(archive: Buffer): Buffer {
  const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02])
  for (let at = archive.indexOf(CENTRAL); at >= 0; at = archive.indexOf(CENTRAL, at + 4))
    archive[at + 8] = (archive[at + 8] ?? 0) | 1
  return archive
}
