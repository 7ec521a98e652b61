import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, type ImportFormat, InvalidRequest, ProductId, UTC } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { EVIDENCE_BITS } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportOptions, importEvents } from './import-events.ts'
import { auditVisits, NO_DIFFERENCE, rollupDifference } from './test-support/audit-visits.ts'
import { sampleEvent } from './test-support/sample-file.ts'

const engine = testEngine()
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-import-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

let files = 0
const random = seededRandom()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const BOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'

async function importText(
  product: string,
  text: string,
  format: ImportFormat = 'ndjson',
  over: Partial<ImportOptions> = {},
) {
  const file = join(directory, `file-${files++}`)
  await writeFile(file, text)
  return importFile(product, file, format, over)
}

function importFile(product: string, file: string, format: ImportFormat, over: Partial<ImportOptions> = {}) {
  return importEvents({
    engine,
    profile: { product: ProductId.parse(product), ...defaultSettings(UTC) },
    file,
    format,
    stateDir: join(directory, 'state'),
    geo: { lookup: (address) => ({ country: address.startsWith('203.') ? 'JP' : '', region: '', city: '' }) },
    clock: settableClock('2026-11-20T12:00:00Z'),
    random,
    ...over,
  })
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const at = (time: string, over: object = {}) => ({
  timestamp: `2026-10-05T${time}Z`,
  name: 'pageview',
  url: 'https://example.com/',
  visitor: 'ann',
  ...over,
})
const rows = (product: string, columns: string) =>
  engine.rows<Record<string, unknown>>(
    `SELECT ${columns} FROM events WHERE product_id = '${product}' ORDER BY ts, path`,
  )

describe('importing events', () => {
  it('an import puts rows in any order into visits by the rules of the collector', async () => {
    const sample = Array.from({ length: 5000 }, (_, i) => sampleEvent((i * 1237) % 5000))
    const summary = await importText('prd_order', lines(...sample), 'ndjson', { blockBytes: 100_000, sliceRows: 700 })
    expect(await auditVisits(engine, 'prd_order')).toEqual(NO_DIFFERENCE)
    expect(await rollupDifference(engine, 'prd_order')).toEqual([])
    const [{ n } = {}] = await rows('prd_order', 'count() OVER () AS n')
    expect(Number(n)).toBe(summary.events)
    expect(summary.events + summary.strayEngagements).toBe(5000)
  })

  it('an import cleans texts, names versions and follows the path rules as collecting does', async () => {
    const device = { browser: 'Chrome', browser_version: '120', os: 'Windows', os_version: '10' }
    const named = { ...device, browser_version: 'Chrome 120', os_version: 'Windows 10' }
    const settings = defaultSettings(UTC)
    const summary = await importText(
      'prd_clean',
      lines(
        at('10:00:00', { ...device, visitor: 'old', title: ' Prices\u200b\n& plans ', url: 'https://example.com/A/' }),
        at('10:00:01', {
          ...named,
          visitor: 'new',
          region: 'Ber\u202elin',
          props: { 'a\u200b': ' b  c ', '\u200b': 'x' },
        }),
        at('10:00:02', { visitor: 'new', name: 'engagement\u200b', engaged_ms: 5 }),
      ),
      'ndjson',
      {
        profile: {
          product: ProductId.parse('prd_clean'),
          ...settings,
          preferences: { ...settings.preferences, path_rules: { trailing_slash: 'remove', lowercase: true } },
        },
      },
    )
    expect(summary).toMatchObject({ events: 3, strayEngagements: 0 })
    const versions = { browser_version: 'Chrome 120', os_version: 'Windows 10' }
    expect(await rows('prd_clean', 'kind, title, path, region, browser_version, os_version, props')).toEqual([
      { kind: 'pageview', title: 'Prices & plans', path: '/a', region: '', ...versions, props: {} },
      { kind: 'pageview', title: '', path: '/', region: 'Berlin', ...versions, props: { a: 'b c' } },
      { kind: 'engagement', title: '', path: '/', region: 'Berlin', ...versions, props: {} },
    ])
  })

  it('an import takes the class of a visit from any of its rows, and leaves visits that say nothing without one', async () => {
    const of = (time: string, path: string, over: object) => at(time, { url: `https://example.com${path}`, ...over })
    await importText(
      'prd_classes',
      lines(
        of('10:00:00', '/a', { visitor: 'farm' }),
        of('10:00:01', '/b', { visitor: 'farm', traffic: 'suspected', evidence: 'webdriver' }),
        of('10:00:02', '/c', { visitor: 'farm', traffic: 'human', evidence: 'engaged' }),
        of('12:00:00', '/d', { visitor: 'farm', traffic: 'human' }),
        of('10:00:03', '/e', { visitor: 'unknown' }),
      ),
    )
    const { classified, engaged, webdriver, suspected } = EVIDENCE_BITS
    expect(await rows('prd_classes', 'path, evidence')).toEqual([
      { path: '/a', evidence: classified | suspected },
      { path: '/b', evidence: classified | webdriver | suspected },
      { path: '/c', evidence: classified | engaged | suspected },
      { path: '/e', evidence: 0 },
      { path: '/d', evidence: classified },
    ])
    expect(await rollupDifference(engine, 'prd_classes')).toEqual([])
  })

  it('an import marks only the days with visitors whom the file names', async () => {
    const of = (date: string, over: object) => ({ ...at('10:00:00'), timestamp: `${date}T23:59:00Z`, ...over })
    const anonymous = { visitor: undefined, ip: '203.0.113.7', user_agent: FIREFOX }
    await importText(
      'prd_marked',
      lines(
        of('2026-10-05', { visitor: 'ann' }),
        of('2026-10-06', anonymous),
        of('2026-10-07', { visitor: 'bo' }),
        of('2026-10-07', anonymous),
        of('2026-10-08', { visitor: undefined, ip: '203.0.113.7', user_agent: BOT }),
      ),
    )
    expect(
      await engine.rows(
        `SELECT toString(day) AS day FROM named_days FINAL WHERE product_id = 'prd_marked' ORDER BY day`,
      ),
    ).toEqual([{ day: '2026-10-05' }, { day: '2026-10-07' }])
  })

  it('an import starts another visit after exactly half an hour, and none for engagement only', async () => {
    const summary = await importText(
      'prd_idle',
      lines(
        at('09:00:00', { name: 'engagement', engaged_ms: 5 }),
        at('10:00:00', { url: 'https://example.com/a?utm_source=x' }),
        at('10:29:59.999', { name: 'engagement', engaged_ms: 9000, scroll: 50 }),
        at('10:59:59.998', { url: 'https://example.com/b' }),
        at('11:29:59.998', { name: 'Signup', url: 'https://example.com/c' }),
      ),
    )
    expect(summary).toMatchObject({ events: 4, strayEngagements: 1 })
    expect(await rows('prd_idle', 'path, visit_starts, pv_seq, unbounce, gap_ms, entry_path, utm_source')).toEqual([
      { path: '/a', visit_starts: 1, pv_seq: 1, unbounce: 0, gap_ms: 0, entry_path: '/a', utm_source: 'x' },
      { path: '/', visit_starts: 0, pv_seq: 0, unbounce: 0, gap_ms: 1799999, entry_path: '/a', utm_source: 'x' },
      { path: '/b', visit_starts: 0, pv_seq: 2, unbounce: 1, gap_ms: 1799999, entry_path: '/a', utm_source: 'x' },
      { path: '/c', visit_starts: 1, pv_seq: 0, unbounce: 1, gap_ms: 0, entry_path: '/c', utm_source: '' },
    ])
  })

  it('an import makes an address a new visitor each UTC day, and keeps the visitor of a visit over midnight', async () => {
    const who = { visitor: undefined, ip: '203.0.113.9', user_agent: FIREFOX }
    await importText(
      'prd_days',
      lines(
        { ...at('23:50:00', who), timestamp: '2026-10-05T23:50:00Z' },
        { ...at('00:10:00', who), timestamp: '2026-10-06T00:10:00Z' },
        { ...at('12:00:00', who), timestamp: '2026-10-06T14:00:00+02:00' },
      ),
    )
    const days = await rows('prd_days', 'visitor, visit, country, toString(ts) AS ts')
    expect(days.map(({ country }) => country)).toEqual(['JP', 'JP', 'JP'])
    expect(days[1]?.visitor).toBe(days[0]?.visitor)
    expect(days[1]?.visit).toBe(days[0]?.visit)
    expect(days[2]?.visitor).not.toBe(days[0]?.visitor)
    expect(days[2]?.ts).toBe('2026-10-06 12:00:00.000')
    const [{ text = '' } = {}] = await engine.rows<{ text: string }>(
      `SELECT arrayStringConcat(groupArray(toString(tuple(*)))) AS text FROM events WHERE product_id = 'prd_days'`,
    )
    expect(text).not.toContain('203.0.113')
  })

  it('an import keeps a named visitor the same across days and files, and distinct from those of other products', async () => {
    await importText('prd_named', lines(at('10:00:00'), { ...at('10:00:00'), timestamp: '2026-10-09T10:00:00Z' }))
    await importText('prd_named', lines({ ...at('10:00:00'), timestamp: '2026-11-09T10:00:00Z' }))
    await importText('prd_other', lines(at('10:00:00')))
    expect(new Set((await rows('prd_named', 'visitor')).map(({ visitor }) => visitor)).size).toBe(1)
    expect((await rows('prd_other', 'visitor'))[0]?.visitor).not.toBe((await rows('prd_named', 'visitor'))[0]?.visitor)
  })

  it.each([
    ['url', at('10:00:00', { url: '/relative' }), 'line 3: url'],
    ['timestamp', { ...at('10:00:00'), timestamp: '2026-02-30T10:00:00Z' }, 'line 3: timestamp'],
    ['a time to come', { ...at('10:00:00'), timestamp: '2027-02-01T10:00:00Z' }, 'line 3: timestamp'],
    ['visitor', at('10:00:00', { visitor: undefined }), 'line 3: visitor'],
    ['an unknown field', at('10:00:00', { color: 'red' }), 'line 3: color'],
    ['a property', at('10:00:00', { props: { deep: { er: 1 } } }), 'line 3: props.deep'],
    ['money', at('10:00:00', { revenue: { amount: '1.23456', currency: 'EUR' } }), 'line 3: revenue.amount'],
    ['width', at('10:00:00', { width: 1.5 }), 'line 3: width'],
  ])('an import stops at an invalid %s with line and field, and stores nothing', async (_, wrong, path) => {
    const text = lines(at('10:00:00'), at('10:00:01'), wrong, at('10:00:03'))
    const rejected = await importText('prd_refused', text, 'ndjson', { blockBytes: 150 }).catch(
      (error: unknown) => error,
    )
    expect(rejected).toBeInstanceOf(InvalidRequest)
    expect(rejected).toMatchObject({ errors: [{ path }] })
    expect(await rows('prd_refused', 'ts')).toEqual([])
    expect(await engine.rows('SELECT count() AS n FROM import_staging')).toEqual([{ n: '0' }])
  })

  it('an import skips invalid lines on request, counts them and lists the first twenty', async () => {
    const wrong = Array.from({ length: 25 }, () => ({ nothing: true }))
    const summary = await importText(
      'prd_skip',
      `${lines(at('10:00:00'))}{broken\n\n${lines(...wrong, at('10:00:02'))}`,
      'ndjson',
      {
        skipInvalid: true,
      },
    )
    expect(summary).toMatchObject({ events: 2, skipped: 26 })
    expect(summary.firstSkipped).toHaveLength(20)
    expect(summary.firstSkipped.slice(0, 2)).toMatchObject([
      { line: 2, field: '', message: 'is not valid JSON' },
      { line: 4, field: 'name', message: 'is required' },
    ])
  })

  it('an import counts a line whose address is not a page as invalid', async () => {
    const file = lines(at('10:00:00'), at('10:00:01', { url: 'file:///C:/page.html' }))
    const summary = await importText('prd_nopage', file, 'ndjson', { skipInvalid: true })
    expect(summary).toMatchObject({ events: 1, skipped: 1 })
    expect(summary.firstSkipped).toMatchObject([{ line: 2, field: 'url' }])
  })

  it('an import turns pageviews of bots into crawler hits by the settings of the product', async () => {
    const bot = { user_agent: BOT }
    const summary = await importText(
      'prd_bots',
      lines(at('10:00:00', bot), at('10:00:01', { ...bot, name: 'Signup' }), at('10:00:02', { user_agent: FIREFOX })),
    )
    expect(summary).toMatchObject({ events: 1, crawlerHits: 1, botsLeftOut: 1 })
    expect(
      await engine.rows(`SELECT crawler, purpose, path, seen_by FROM crawler_hits WHERE product_id = 'prd_bots'`),
    ).toEqual([{ crawler: 'GPTBot', purpose: 'ai_training', path: '/', seen_by: 'collector' }])
  })

  it('an import does nothing when the same content is imported again under another name', async () => {
    const text = lines(at('10:00:00'), at('10:01:00'))
    expect(await importText('prd_twice', text)).toMatchObject({ events: 2, repeated: false })
    expect(await importText('prd_twice', text)).toMatchObject({ events: 2, repeated: true })
    expect(await rows('prd_twice', 'ts')).toHaveLength(2)
  })

  it('reads CSV by RFC 4180, including quoted line feeds, which become spaces', async () => {
    const text = [
      '\ufefftimestamp,name,url,visitor,props,props.plan,revenue.amount,revenue.currency,width\r\n',
      '2026-10-05T10:00:00Z,pageview,https://example.com/,ann,,,,,1280\r\n',
      '2026-10-05T10:01:00Z,Purchase,"https://example.com/thanks","ann","{""note"":""a,\\nb""}","two\r\nlines",12.50,EUR,\r\n',
      '2026-10-05T10:02:00Z,"Say ""hi""",https://example.com/ü,ann,,,,,\r\n',
    ].join('')
    await importText('prd_csv', text, 'csv', { blockBytes: 90 })
    expect(await rows('prd_csv', 'name, path, props, toString(revenue) AS revenue, currency, screen_size')).toEqual([
      { name: 'pageview', path: '/', props: {}, revenue: '0', currency: '', screen_size: 'laptop' },
      {
        name: 'Purchase',
        path: '/thanks',
        props: { note: 'a, b', plan: 'two lines' },
        revenue: '12.5',
        currency: 'EUR',
        screen_size: 'laptop',
      },
      { name: 'Say "hi"', path: '/ü', props: {}, revenue: '0', currency: '', screen_size: 'laptop' },
    ])
  })

  it('names the line of a CSV record with too few cells', async () => {
    const text =
      'timestamp,name,url,visitor\n2026-10-05T10:00:00Z,pageview,https://example.com/,"a\nb"\n2026-10-05T10:00:00Z,pageview\n'
    await expect(importText('prd_csvbad', text, 'csv')).rejects.toMatchObject({
      errors: [{ path: 'line 2: visitor' }],
    })
    await expect(importText('prd_csvbad', text.replace('"a\nb"', 'ann'), 'csv')).rejects.toMatchObject({
      errors: [{ path: 'line 3', message: 'has 2 cells where the header has 4' }],
    })
  })

  it('reads times, maps, structs and nulls from Parquet', async () => {
    const file = join(directory, 'history.parquet')
    await engine.run(`INSERT INTO FUNCTION file('${file}', 'Parquet') SELECT
      toDateTime64('2026-10-05 10:00:00.250', 3, 'UTC') + number AS timestamp, if(number = 0, 'pageview', 'Purchase') AS name,
      concat('https://example.com/', toString(number)) AS url, 'ann' AS visitor,
      if(number = 0, NULL, 'DE')::Nullable(String) AS country, map('plan', 'team') AS props, 800::Nullable(UInt32) AS width
      FROM numbers(2)`)
    expect(await importFile('prd_parquet', file, 'parquet')).toMatchObject({ events: 2 })
    expect(await rows('prd_parquet', 'toString(ts) AS ts, name, path, props, screen_size')).toEqual([
      { ts: '2026-10-05 10:00:00.250', name: 'pageview', path: '/0', props: { plan: 'team' }, screen_size: 'tablet' },
      { ts: '2026-10-05 10:00:01.250', name: 'Purchase', path: '/1', props: { plan: 'team' }, screen_size: 'tablet' },
    ])
    expect((await readdir(join(directory, 'state'))).filter((name) => !name.endsWith('.json'))).toEqual([])
  })

  it('an import reports its progress in ascending steps', async () => {
    const seen: number[] = []
    await importText('prd_progress', lines(...Array.from({ length: 400 }, (_, i) => sampleEvent(i))), 'ndjson', {
      blockBytes: 20_000,
      sliceRows: 100,
      onProgress: ({ done }) => seen.push(done),
    })
    expect(seen.length).toBeGreaterThan(4)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
  })
})
