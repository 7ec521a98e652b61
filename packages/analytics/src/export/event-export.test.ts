import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CAMPAIGN_DIMENSIONS,
  DIMENSION_TABLE,
  type EventExport,
  type ExportFormat,
  type ExportReader,
  InvalidRequest,
  LocalDate,
  ProductId,
  RateLimited,
  type ReportScope,
  ServiceUnavailable,
  TimeZone,
  UTC,
  VISIT_ATTRIBUTES,
} from '@footfall/core-domain'
import { importEvents } from '@footfall/ingest'
import {
  type CollectorFixture,
  openCollectorFixture,
  profileOf,
  START,
  type TestCollector,
} from '@footfall/ingest/test-support'
import { type ClickHouseHttp, seededRandom, settableClock, startClickHouseHttp } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { engineShare, eventRow } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventExport } from './event-export.ts'

const FORMATS = ['ndjson', 'csv', 'parquet'] as const
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const NEVER: ExportReader = { share: engineShare('acc_reader'), signal: new AbortController().signal }

let fixture: CollectorFixture
let directory: string
let exporting: EventExport
beforeAll(async () => {
  fixture = await openCollectorFixture()
  directory = await mkdtemp(join(tmpdir(), 'footfall-export-'))
  exporting = await openWith({})
})
afterAll(async () => {
  await fixture.close()
  await rm(directory, { recursive: true, force: true })
})

let directories = 0
const scratch = () => join(directory, `scratch-${++directories}`)
const random = seededRandom('export')
const openWith = (over: Partial<Parameters<typeof openEventExport>[0]>) =>
  openEventExport({ engine: fixture.engine, clock: settableClock(START), random, directory: scratch(), ...over })

const scopeOf = (product: ProductId, over: Partial<ReportScope> = {}): ReportScope => ({
  product,
  preferences: profileOf(product).preferences,
  goals: [],
  timezone: UTC,
  ...over,
})
const days = (from: string, to = from) => ({ from: LocalDate.parse(from), to: LocalDate.parse(to) })
const TODAY = days('2026-11-20')

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const exported = (product: ProductId, format: ExportFormat, range = TODAY, by = exporting) =>
  bytesOf(by.events(scopeOf(product), range, format, NEVER))

type Row = Record<string, unknown>

/** Reads a file of any format back as the engine reads it, every absent value left out. */
async function readBack(bytes: Buffer, format: ExportFormat): Promise<Row[]> {
  if (format === 'ndjson') {
    const lines = bytes.toString('utf8').split('\n')
    expect(lines.pop()).toBe('')
    return lines.map((line) => JSON.parse(line))
  }
  const file = join(directory, `read-${++directories}.${format}`)
  await writeFile(file, bytes)
  const rows =
    format === 'parquet'
      ? await fixture.engine.rows<Row>(
          `SELECT * REPLACE (concat(replaceOne(toString(timestamp), ' ', 'T'), 'Z') AS timestamp) FROM file('${file}', 'Parquet')`,
        )
      : await fixture.engine.rows<Row>(
          `SELECT * FROM file('${file}', 'CSVWithNames') SETTINGS input_format_csv_use_best_effort_in_schema_inference = 0`,
        )
  return rows.map(present)
}

function present(row: Row): Row {
  const { 'revenue.amount': amount, 'revenue.currency': currency, revenue, props, ...fields } = row
  const kept = Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== '' && !isAbsent(value))
      .map(([name, value]) => [name, name === 'engaged_ms' || name === 'scroll' ? Number(value) : value]),
  )
  const money = (revenue as Row | undefined) ?? { amount, currency }
  const properties = typeof props === 'string' && props !== '' ? JSON.parse(props) : (props ?? {})
  return {
    ...kept,
    ...(money.currency ? { revenue: { amount: String(money.amount), currency: money.currency } } : {}),
    ...(Object.keys(properties).length > 0 ? { props: properties } : {}),
  }
}

/** As Parquet has a struct that is not there. */
const isAbsent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => part === null)

const HOSTILE = {
  plan: 'pro',
  "quo'te": 'said "yes"; it\'s',
  'line\nfeed': 'a\r\nb\tc',
  'emoji 🧪': '👩‍👩‍👧 ünï ‮',
  formula: '=1+1',
  'back\\slash': '\\N',
  __proto__x: '',
}

/** `HOSTILE` as it is kept. */
const KEPT = {
  ...HOSTILE,
  'line feed': 'a b c',
  'emoji 🧪': '👩‍👩‍👧 ünï',
  'line\nfeed': undefined,
}

/** Sends one of everything a second apart, and returns what an export must hold of it. */
async function sendAll(collector: TestCollector): Promise<Row[]> {
  const { clock } = collector
  const visit = {
    browser: 'Firefox',
    browser_version: 'Firefox 144',
    os: 'Linux',
    device: 'desktop',
    language: 'de-CH',
  }
  const origin = {
    referrer: 'https://news.example.org/a%20b',
    channel: 'Email',
    source: 'Frühling & Co',
    screen_size: 'laptop',
  }
  const values = new Map<string, string>([
    ['utm_source', 'Fr%C3%BChling%20%26%20Co'],
    ['utm_medium', 'email'],
    ['utm_term', '%3Da%2Bb'],
  ])
  const campaign = CAMPAIGN_DIMENSIONS.map(
    (name) => `${DIMENSION_TABLE[name].parameter}=${values.get(name) ?? `a%20${name}`}`,
  ).join('&')
  const page = 'https://www.example.com/caf%C3%A9/100%25/a%2Fb%3F%2541%5C/x%20y%20'
  const sent: [Row, Row][] = [
    [
      {
        url: `${page}?${campaign}&secret=1#top`,
        title: ' Café\n“a”, b ',
        referrer: 'https://www.news.example.org/a%20b?q=1',
        width: 1200,
      },
      {
        name: 'pageview',
        title: 'Café “a”, b',
        url: `https://www.example.com/café/100%25/a%2Fb%3F%2541%5C/x%20y?${campaign}`,
      },
    ],
    [
      { name: 'it\'s, "quoted"', url: 'https://example.com/?gclid=1', props: HOSTILE },
      { name: 'it\'s, "quoted"', url: `https://example.com/?${campaign}`, props: KEPT },
    ],
    [
      { name: 'Purchase', url: 'app://com.example.my_app/settings', revenue: { amount: '-29.90', currency: 'EUR' } },
      {
        name: 'Purchase',
        url: `https://com.example.my_app/settings?${campaign}`,
        revenue: { amount: '-29.9', currency: 'EUR' },
      },
    ],
    [
      { name: 'engagement', url: 'https://example.com/', engaged_ms: 4200, scroll: 0, version: '1.2.3' },
      { name: 'engagement', url: `https://example.com/?${campaign}`, engaged_ms: 4200, scroll: 0, version: '1.2.3' },
    ],
  ]
  const expected: Row[] = []
  for (const [i, [body, row]] of sent.entries()) {
    await collector.send(body, { userAgent: FIREFOX, language: 'de-CH', address: '192.0.2.7' })
    expected.push({ timestamp: new Date(clock.now()).toISOString(), ...row, ...visit, ...origin, ...classAt(i) })
    clock.advance(1001)
  }
  await collector.ingest.flush()
  return expected
}

/** The visit is known to be engaged from its second event on. */
function classAt(i: number): Row {
  return { traffic: 'human', ...(i > 0 && { evidence: 'engaged' }) }
}

const withoutPeople = ({ visitor: _, visit: __, ...row }: Row) => row

describe('an export', () => {
  let collector: TestCollector
  let sent: Row[]
  beforeAll(async () => {
    collector = await fixture.openCollector()
    sent = await sendAll(collector)
  })
  afterAll(() => collector.close())

  it.each(FORMATS)('exports as %s the events that were sent, in their order', async (format) => {
    const rows = await readBack(await exported(collector.product, format), format)
    expect(rows.map(withoutPeople)).toEqual(sent)
  })

  it.each(FORMATS)('names people in %s by names that hold only in this file', async (format) => {
    const [first, second] = [
      await readBack(await exported(collector.product, format), format),
      await readBack(await exported(collector.product, format), format),
    ]
    for (const field of ['visitor', 'visit'] as const) {
      const names = new Set(first.map((row) => row[field]))
      expect(names.size).toBe(1)
      expect([...names][0]).toMatch(/^[0-9a-f]{1,16}$/)
      expect(second[0]?.[field]).not.toBe(first[0]?.[field])
      const stored = (await collector.rows())[0]?.[field] ?? ''
      expect([...names, ...[...names].map((name) => String(BigInt(`0x${name}`)))]).not.toContain(stored)
    }
  })

  it.each(FORMATS)('exports as %s a file that an import turns into the same events again', async (format) => {
    const file = join(directory, `again-${++directories}`)
    await writeFile(file, await exported(collector.product, format))
    const again = ProductId.parse(`prd_again${format}`)
    const summary = await importEvents({
      engine: fixture.engine,
      profile: profileOf(again),
      file,
      format,
      stateDir: join(directory, 'imports'),
      geo: { lookup: () => ({ country: '', region: '', city: '' }) },
      clock: settableClock('2026-11-21T00:00:00Z'),
      random,
    })
    expect(summary).toMatchObject({ events: sent.length, skipped: 0 })
    const attributes = VISIT_ATTRIBUTES.filter((name) => name !== 'screen_size').join(', ')
    const columns = `toString(ts) AS at, kind, name, hostname, path, title, entry_path, pv_seq, visit_starts, unbounce, gap_ms,
      ${attributes}, engaged_ms, scroll, toString(revenue) AS revenue, currency, props, tracker`
    const rows = (product: string) =>
      fixture.engine.rows(`SELECT ${columns} FROM events WHERE product_id = '${product}' ORDER BY events.ts`)
    expect(await rows(again)).toEqual(await rows(collector.product))
  })

  it('exports CSV as RFC 4180 defines it, without a cell that is a formula', async () => {
    const evil = await fixture.openCollector()
    for (const name of ['=HYPERLINK("https://evil.example")', '+1', '-cmd', '@SUM(A1)', '-5.25']) {
      await evil.send({ name, url: 'https://example.com/' })
      evil.clock.advance(1000)
    }
    await evil.ingest.flush()
    const lines = (await exported(evil.product, 'csv')).toString('utf8').split('\r\n')
    expect(lines[0]).toMatch(
      /^timestamp,name,url,visitor,visit,.*,revenue\.amount,revenue\.currency,props,version,traffic,evidence$/,
    )
    expect(lines.slice(1).map((line) => line.slice('2026-11-20T12:00:00.000Z,'.length).split(',https:')[0])).toEqual([
      '"\'=HYPERLINK(""https://evil.example"")"',
      "'+1",
      "'-cmd",
      "'@SUM(A1)",
      '-5.25',
      '',
    ])
    await evil.close()
  })

  it('exports a date range without events as an empty file, with its columns if the format has them', async () => {
    const nothing = days('2026-11-01', '2026-11-02')
    expect((await exported(collector.product, 'ndjson', nothing)).length).toBe(0)
    const csv = (await exported(collector.product, 'csv', nothing)).toString('utf8')
    expect(csv.endsWith('\r\n') && csv.indexOf('\r\n')).toBe(csv.length - 2)
    const parquet = await exported(collector.product, 'parquet', nothing)
    expect(await readBack(parquet, 'parquet')).toEqual([])
    const file = join(directory, 'empty.parquet')
    await writeFile(file, parquet)
    const columns = await fixture.engine.rows<{ name: string }>(`DESCRIBE file('${file}', 'Parquet')`)
    expect(columns.map(({ name }) => name)).toEqual([
      ...new Set(
        csv
          .trim()
          .replaceAll(/(vitals|error|revenue)\.\w+/g, '$1')
          .split(','),
      ),
    ])
  })

  it('exports the days of the requested zone, both ends included, and no event of another product', async () => {
    const days4 = await fixture.openCollector()
    const other = await fixture.openCollector()
    for (const at of [
      '2026-11-18T18:14:59.999Z',
      '2026-11-18T18:15:00.000Z',
      '2026-11-19T18:14:59.999Z',
      '2026-11-19T18:15:00.000Z',
    ]) {
      for (const collector of [days4, other]) {
        collector.clock.set(at)
        await collector.send({})
        await collector.ingest.flush()
      }
    }
    // Kathmandu is at +05:45.
    const scope = scopeOf(days4.product, { timezone: TimeZone.parse('Asia/Kathmandu') })
    const bytes = await bytesOf(exporting.events(scope, days('2026-11-19'), 'ndjson', NEVER))
    expect((await readBack(bytes, 'ndjson')).map(({ timestamp }) => timestamp)).toEqual([
      '2026-11-18T18:15:00.000Z',
      '2026-11-19T18:14:59.999Z',
    ])
    await Promise.all([days4.close(), other.close()])
  })

  it('exports no event that is older than the retention of the product', async () => {
    const scope = scopeOf(collector.product)
    const kept = { ...scope, preferences: { ...scope.preferences, retention_days: 30 } }
    const later = await openWith({ clock: settableClock('2027-01-01T00:00:00Z') })
    const range = days('2026-11-01', '2026-12-31')
    expect((await bytesOf(later.events(kept, range, 'ndjson', NEVER))).length).toBe(0)
    expect((await bytesOf(later.events(scope, range, 'ndjson', NEVER))).length).toBeGreaterThan(0)
  })

  it('exports the same whatever the size of a slice, also if all events are of one second', async () => {
    const busy = await fixture.openCollector()
    for (let i = 0; i < 24; i++) {
      await busy.send({ name: `event ${i}`, props: { long: 'x'.repeat(1000) } })
      busy.clock.advance([1, 1, 999, 61_000, 0, 3_600_000][i % 6] ?? 0)
    }
    await busy.ingest.flush()
    const range = days('2026-11-20', '2026-11-21')
    const names = async (by: EventExport) =>
      (await readBack(await exported(busy.product, 'ndjson', range, by), 'ndjson')).map(({ name }) => name)
    const whole = await names(exporting)
    expect(new Set(whole).size).toBe(24)
    for (const sliceBytes of [1, 2_500, 20_000]) {
      const inSlices = await names(await openWith({ sliceBytes, clock: busy.clock }))
      expect(inSlices.toSorted()).toEqual(whole.toSorted())
    }
    await busy.close()
  })

  it('rejects a date range that is backwards or longer than ten years before anything is read', () => {
    for (const range of [days('2026-11-02', '2026-11-01'), days('2010-01-01', '2026-01-01')]) {
      expect(() => exporting.events(scopeOf(collector.product), range, 'csv', NEVER)).toThrow(InvalidRequest)
    }
  })

  it('reads events of one instant some at a time, and each once, also if they are equal in everything', async () => {
    const instant = ProductId.parse('prd_instant')
    const rows = (count: number, over: Partial<EventRow>) =>
      Array.from({ length: count }, () => eventRow({ product_id: instant, ...over }))
    const equal = rows(30, { props: { long: 'x'.repeat(2000) } })
    const others = ['1', '2', '3'].flatMap((visit) => rows(5, { visit, pv_seq: 1 }))
    const lines = [...equal, ...others].map((row) => JSON.stringify(row)).join('\n')
    await fixture.engine.insert('events', 'JSONEachRow', lines, 'events of one instant')
    const pages: number[] = []
    const engine: Engine = {
      ...fixture.engine,
      async rows<Row>(...asked: Parameters<Engine['rows']>) {
        const found = await fixture.engine.rows<Row>(...asked)
        pages.push(found.length)
        return found
      },
    }
    const some = await openWith({ engine, sliceBytes: 10_000 })
    const read = await readBack(await exported(instant, 'ndjson', TODAY, some), 'ndjson')
    const long = read.filter(({ props }) => props !== undefined)
    expect([read.length, long.length]).toEqual([45, 30])
    expect(Math.max(...pages)).toBeLessThan(10)
  })

  it('rejects a Parquet export that would fill the disk, and keeps no file', async () => {
    const files = scratch()
    const full = await openWith({ directory: files, freeBytesMin: Number.MAX_SAFE_INTEGER })
    await expect(exported(collector.product, 'parquet', TODAY, full)).rejects.toThrow(
      /^The disk of the service has no room/,
    )
    expect(await readdir(files)).toEqual([])
    expect((await exported(collector.product, 'csv', TODAY, full)).length).toBeGreaterThan(0)
  })

  it.each(FORMATS)(
    'stops reading once an export is aborted or left, and leaves no file of %s behind',
    async (format) => {
      const files = scratch()
      let reads = 0
      const rows: typeof fixture.engine.rows = (...args) => {
        reads++
        return fixture.engine.rows(...args)
      }
      const slow = await openWith({ engine: { ...fixture.engine, rows }, sliceBytes: 1, directory: files })

      const ending = new AbortController()
      const aborted = slow
        .events(scopeOf(collector.product), TODAY, format, { share: engineShare('acc_reader'), signal: ending.signal })
        [Symbol.asyncIterator]()
      if (format !== 'parquet') await aborted.next()
      ending.abort()
      await expect(
        (async () => {
          while (!(await aborted.next()).done);
        })(),
      ).rejects.toThrow(/abort/i)
      const readsThen = reads
      expect(await readdir(files)).toEqual([])

      const left = slow.events(scopeOf(collector.product), TODAY, format, NEVER)[Symbol.asyncIterator]()
      await left.next()
      if (format === 'parquet') expect(await readdir(files)).toHaveLength(1)
      else expect(reads - readsThen).toBe(readsThen)
      await left.return?.()
      expect(format === 'parquet' || reads === 2 * readsThen).toBe(true)
      expect(await readdir(files)).toEqual([])
    },
  )

  it.each(FORMATS)('fails an export of %s when the engine is unavailable, and keeps no file', async (format) => {
    const files = scratch()
    const engine = { ...fixture.engine, rows: () => Promise.reject(new ServiceUnavailable()) }
    const away = await openWith({ engine, directory: files })
    const events = away.events(scopeOf(collector.product), TODAY, format, NEVER)
    await expect(bytesOf(events)).rejects.toThrow(ServiceUnavailable)
    expect(await readdir(files)).toEqual([])
  })

  it('rejects an export while four other files are written, until one of them ends', async () => {
    const files = scratch()
    const busy = await openWith({ directory: files })
    let readers = 0
    const begin = () => {
      const reader = { ...NEVER, share: engineShare(`acc_${++readers}`) }
      return busy.events(scopeOf(collector.product), TODAY, 'parquet', reader)[Symbol.asyncIterator]()
    }
    const [first, ...others] = [begin(), begin(), begin(), begin()]
    const late = begin()
    for (const each of [first, ...others]) await each?.next()
    expect(await readdir(files)).toHaveLength(4)
    expect(begin).toThrow(RateLimited)
    await expect(late.next()).rejects.toThrow(RateLimited)
    await bytesOf(busy.events(scopeOf(collector.product), TODAY, 'csv', NEVER))
    await first?.return?.()
    const next = begin()
    await next.next()
    for (const each of [next, ...others]) await each.return?.()
    expect(await readdir(files)).toEqual([])
  })

  it.each(FORMATS)(
    'rejects an export as %s while two others of the same share run, and leaves room for other shares',
    async (format) => {
      const busy = await openWith({ sliceBytes: 1 })
      const begin = (account: string) =>
        busy
          .events(scopeOf(collector.product), TODAY, format, { ...NEVER, share: engineShare(account) })
          [Symbol.asyncIterator]()
      const held = [begin('acc_greedy'), begin('acc_greedy')]
      for (const each of held) await each.next()
      expect(() => begin('acc_greedy')).toThrow(RateLimited)
      const other = begin('acc_other')
      expect((await other.next()).done).toBe(false)
      await held[0]?.return?.()
      const again = begin('acc_greedy')
      expect((await again.next()).done).toBe(false)
      for (const each of [...held, other, again]) await each.return?.()
    },
  )

  it('rejects an export beyond the limit of all exports', async () => {
    const busy = await openWith({
      sliceBytes: 1,
      slots: { running: 2, files: 2, perAccount: 2, filesPerAccount: 2, perPerson: 2 },
    })
    const begin = (account: string) =>
      busy
        .events(scopeOf(collector.product), TODAY, 'csv', { ...NEVER, share: engineShare(account) })
        [Symbol.asyncIterator]()
    const held = [begin('acc_1'), begin('acc_2')]
    for (const each of held) await each.next()
    expect(() => begin('acc_3')).toThrow(RateLimited)
    for (const each of held) await each.return?.()
    const free = begin('acc_3')
    expect((await free.next()).done).toBe(false)
    await free.return?.()
  })

  it('removes the files of exports that a crash left behind', async () => {
    const files = scratch()
    await openWith({ directory: files })
    await writeFile(join(files, 'left.ndjson'), 'x')
    await openWith({ directory: files })
    expect(await readdir(files)).toEqual([])
    await expect(readFile(join(files, 'left.ndjson'))).rejects.toThrow()
  })
})

describe('an export from a server', () => {
  let server: ClickHouseHttp
  let remote: Engine
  beforeAll(async () => {
    server = await startClickHouseHttp()
    remote = await openEngine({ remote: { url: server.url } })
    await createSchema(remote)
  })
  afterAll(async () => {
    await remote.close()
    await server.stop()
  })

  it.each(['ndjson', 'csv'] as const)(
    'an export as %s is the same from a server as from the engine in process',
    async (format) => {
      const collector = await fixture.openCollector()
      await sendAll(collector)
      const rows = await collector.rows()
      await remote.insert('events', 'JSONEachRow', rows.map((row) => JSON.stringify(row)).join('\n'), `block ${format}`)
      const same = { random: { bytes: (count: number) => new Uint8Array(count) } }
      const [here, there] = [await openWith(same), await openWith({ ...same, engine: remote })]
      const [mine, theirs] = [
        await exported(collector.product, format, TODAY, here),
        await exported(collector.product, format, TODAY, there),
      ]
      expect(theirs.toString()).toBe(mine.toString())
      expect(theirs.length).toBeGreaterThan(1_000)
      await collector.close()
    },
  )
})
