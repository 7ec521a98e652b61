import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EventRow } from '@footfall/warehouse'
import { createSchema, openEngine } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ATTRIBUTE_SEPARATOR, EVENT_LINE_COLUMNS, eventIdIn, parseEventLine, tabbedLine } from './event-line.ts'
import { insertFile } from './insert-file.ts'
import { eventOf, formatLine, parseLine, record } from './records.ts'

let engine: Engine
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footfall-event-line-'))
  engine = await openEngine({ embedded: { path: root } })
  await createSchema(engine)
})
afterAll(async () => {
  await engine.close()
  await rm(root, { recursive: true, force: true })
})

/** Stored texts hold no control characters; the separator of attributes is one. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('\\', '\t', '\n', "'", '"', 'N', 'n', '\r', '\b', '\f', '{', '}', ':', ',', 'ü', '😀'),
      maxLength: 8,
    }),
  )
  .map((each) => each.toWellFormed().replaceAll('\0', '').replaceAll('\u0001', ''))
const whole = (max: number) => fc.integer({ min: 0, max })
const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)
const row: fc.Arbitrary<EventRow> = fc
  .record(
    {
      kind: fc.constantFrom('pageview' as const, 'custom' as const, 'engagement' as const),
      name: text,
      visitor: id,
      visit: id,
      pv_seq: whole(65_535),
      gap_ms: whole(2 ** 32 - 1),
      hostname: text,
      path: text,
      title: text,
      entry_path: text,
      source: text,
      referrer: text,
      city: text,
      engaged_ms: whole(1000),
      scroll: whole(100),
      revenue: fc.constantFrom('0', '12.5', '-3.1234'),
      currency: fc.constantFrom('', 'EUR'),
      props: fc.dictionary(
        text.filter((key) => key !== '__proto__'),
        text,
        { maxKeys: 4 },
      ),
      tracker: text,
      lcp: whole(600_000),
      error_count: whole(100),
      error: id,
      error_message: text,
      error_stack: text,
      event_id: id,
    },
    { requiredKeys: [] },
  )
  .map((change) => eventRow(change))

const lineOf = (each: EventRow) => record('events', each).text
const stored = (product: string) =>
  engine.rows(`SELECT * EXCEPT product_id FROM events WHERE product_id = '${product}' ORDER BY gap_ms`)
const views = (product: string) =>
  engine.rows(`SELECT sum(pageviews) AS views FROM events_15m WHERE product_id = '${product}'`)

it('an event is in the engine with the same values whether it comes in a file of the log, as a line or as JSON', async () => {
  const rows = fc.sample(row, 300).map((each, i) => ({ ...each, product_id: 'prd_line', gap_ms: i }))
  const lines = rows.map((each) => tabbedLine(lineOf(each))).join('\n')
  await engine.insert('events', 'TSV', lines, 'lines', EVENT_LINE_COLUMNS)
  const asJson = rows.map((each) => JSON.stringify({ ...each, product_id: 'prd_json' })).join('\n')
  await engine.insert('events', 'JSONEachRow', asJson, 'json')
  const file = join(root, 'segment.log')
  const crawl = { product_id: 'prd_file', crawler: 'a\tb\\', purpose: 'search', path: '/', status: 0 } as const
  const hit = record('crawler_hits', {
    ...crawl,
    ts: '2026-11-20 12:00:00',
    hostname: 'a.example',
    seen_by: 'collector',
  })
  const records = rows.map((each) => record('events', { ...each, product_id: 'prd_file' }))
  await writeFile(file, [hit, ...records, hit].map(formatLine).join(''))
  await insertFile(engine, file, 'file')
  const fromFile = await stored('prd_file')
  expect(fromFile).toHaveLength(300)
  expect(fromFile).toEqual(await stored('prd_json'))
  expect(fromFile).toEqual(await stored('prd_line'))
  expect(await views('prd_file')).toEqual(await views('prd_json'))
})

it('rows that came in a file of the log are recognized by their token when they come again as text', async () => {
  const line = record('events', eventRow({ product_id: 'prd_again' }))
  const file = join(root, 'again.log')
  await writeFile(file, formatLine(line))
  await insertFile(engine, file, 'again')
  await engine.insert('events', 'TSV', tabbedLine(line.text), 'again', EVENT_LINE_COLUMNS)
  await insertFile(engine, file, 'again')
  expect(await stored('prd_again')).toHaveLength(1)
  expect(await views('prd_again')).toEqual([{ views: '1' }])
})

it('an event that an earlier release left in the log without evidence is read correctly', () => {
  const before = eventRow({ name: 'Sign up', event_id: '7' })
  const fields = record('events', before).text.split('\t')
  const earlier = fields.toSpliced(-2, 1).join('\t')
  const { begun: _, ...asRead } = record('events', before)
  expect(parseLine(`v prd_test ${earlier}`)).toEqual(asRead)
  expect(parseLine(`v prd_test ${earlier.slice(0, earlier.lastIndexOf('\t'))}`)).toBeUndefined()
})

it('a separator inside an attribute moves no other attribute', () => {
  const line = lineOf(eventRow({ source: `a${ATTRIBUTE_SEPARATOR}b`, browser: 'Firefox' }))
  expect(parseEventLine(line)).toMatchObject({ source: 'a b', browser: 'Firefox' })
})

it('an event that an earlier release left in the log with a field for each attribute is read correctly', () => {
  const before = eventRow({ name: 'Sign up', source: 'a\tb', props: { plan: 'pro' }, event_id: '7' })
  const { begun: _, ...read } = record('events', before)
  const line = read.text
  const fields = tabbedLine(line).split('\t')
  const attributes = line.split('\t')[1]?.split(ATTRIBUTE_SEPARATOR).length ?? 0
  // It had no evidence before the id.
  const others = fields.slice(1 + attributes).toSpliced(-2, 1)
  const earlier = [fields[0], ...others.slice(0, 15), ...fields.slice(1, 1 + attributes), ...others.slice(15)]
  expect(earlier.slice(13, 17)).toEqual(['/', '', '/', 'Direct'])
  expect(parseLine(`t prd_test ${earlier.join('\t')}`)).toEqual(read)
  expect(parseLine(`t prd_test ${earlier.slice(1).join('\t')}`)).toBeUndefined()
})

it('a line of the log is read as the event that was written, on one line', () => {
  fc.assert(
    fc.property(row, (each) => {
      const line = lineOf(each)
      expect(line).not.toContain('\n')
      expect(parseEventLine(line)).toMatchObject({ ...each, props: { ...each.props } })
      expect(eventIdIn(line)).toBe(each.event_id === '0' ? undefined : each.event_id)
    }),
  )
})

it.each(['', 'prd_test', `${lineOf(eventRow())}\t`, lineOf(eventRow()).replace('pageview', '\0'.repeat(8))])(
  'leaves out a line that is not a complete event: %j',
  (line) => {
    expect(parseLine(`v prd_test ${line}`)).toBeUndefined()
  },
)

it('an event that an earlier release left in the log as JSON is read correctly', () => {
  const before = eventRow({ name: 'Sign up', props: { plan: 'pro' }, event_id: '7' })
  const { title: _, ...untitled } = before
  const found = parseLine(`e prd_test ${JSON.stringify(untitled)}`)
  expect(found).toEqual(record('events', before))
  expect(found && eventOf(found)).toMatchObject(before)
  expect(parseLine('e prd_test {"product_id":"prd_te')).toBeUndefined()
})
