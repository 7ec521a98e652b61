import { beforeEach, expect, it } from 'vitest'
import { DIFFERENT_ERRORS_MAX, NEW_ERRORS_OF_NETWORK_MAX } from './error-budget.ts'
import { withoutQueries } from './page-report.ts'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

const vitals = { name: 'web_vitals', vitals: { lcp: 1234.4, cls: 0.12345, ttfb: 0 } }
const failure = (message: string, more: object = {}) => ({ name: 'script_error', error: { message, ...more } })
const reports = async () => (await collector.rows()).filter(({ kind }) => kind === 'engagement')

it('a report of web vitals is stored with its visit in whole milliseconds and ten-thousandths, and −1 for what was not measured', async () => {
  await collector.send({ url: 'https://example.com/shop?x=1' })
  expect(await collector.send({ ...vitals, url: 'https://example.com/shop?x=2' })).toEqual({ accepted: true })
  const rows = await collector.rows()
  const [report, view] = ['web_vitals', 'pageview'].map((name) => rows.find((row) => row.name === name))
  expect(report).toMatchObject({ kind: 'engagement', name: 'web_vitals', path: '/shop', visit: view?.visit })
  expect(report).toMatchObject({ lcp: 1234, cls: 1235, ttfb: 0, inp: -1, fcp: -1, error_count: -1, error: '0' })
  expect(view).toMatchObject({ lcp: -1, error_count: -1 })
})

it('a value above the maximum is stored as the maximum', async () => {
  await collector.send({})
  await collector.send({ name: 'web_vitals', vitals: { lcp: 1e12, cls: 1e9 } })
  expect((await reports())[0]).toMatchObject({ lcp: 600_000, cls: 1_000_000 })
})

it.each([
  [{ name: 'web_vitals', vitals: { lcp: -1 } }],
  [{ name: 'web_vitals', vitals: { lcp: Number.NaN } }],
  [{ name: 'web_vitals', vitals: { cls: Number.POSITIVE_INFINITY } }],
  [{ name: 'web_vitals', vitals: {} }],
  [{ name: 'web_vitals', vitals: { speed: 1 } }],
  [{ name: 'web_vitals' }],
  [{ name: 'script_error', vitals: { lcp: 1 } }],
  [{ name: 'script_error', error: { message: '' } }],
  [{ name: 'script_error', error: { message: 'x', count: 0 } }],
])('rejects a report with the invalid body %j', async (body) => {
  await collector.send({})
  await expect(async () => collector.send(body)).rejects.toThrow()
  expect(await reports()).toEqual([])
})

it('a report neither begins nor extends a visit, before and after a restart', async () => {
  expect(await collector.send(vitals)).toEqual({ accepted: false, reason: 'engagement_without_visit' })
  await collector.send({})
  collector.clock.advance(20 * 60_000)
  expect(await collector.send(vitals)).toEqual({ accepted: true })
  await collector.restart()
  collector.clock.advance(20 * 60_000)
  await collector.send({})
  const rows = await collector.rows()
  expect(new Set(rows.map(({ visit }) => visit)).size).toBe(2)
  expect(rows.map(({ name, gap_ms }) => [name, gap_ms])).toEqual([
    ['pageview', 0],
    ['web_vitals', 0],
    ['pageview', 0],
  ])
})

it('an error keeps its message, script, place and stack without queries, fragments and invisible characters', async () => {
  await collector.send({})
  await collector.send(
    failure('Failed to load https://example.com/api?token=secret#part\u202e now', {
      source: 'https://example.com/app.js?v=secret',
      line: 10,
      column: 5,
      stack: 'at f (https://example.com/app.js?v=secret:10:5)\n  at\u0000 g (/lib.js#secret:3)',
      count: 3,
    }),
  )
  expect((await reports())[0]).toMatchObject({
    error_count: 3,
    error_message: 'Failed to load https://example.com/api now',
    error_source: 'https://example.com/app.js:10:5',
    error_stack: 'at f (https://example.com/app.js:10:5)\nat g (/lib.js:3)',
  })
})

it('a stack has at most 2 KiB of UTF-8', async () => {
  await collector.send({})
  await collector.send(failure('x', { stack: 'ü'.repeat(150).concat('\n').repeat(100) }))
  const [row] = await reports()
  expect(Buffer.byteLength(row?.error_stack ?? '')).toBeGreaterThan(1500)
  expect(Buffer.byteLength(row?.error_stack ?? '')).toBeLessThanOrEqual(2048)
})

it('an error has the same fingerprint with another number, line or release, and another one with another message', async () => {
  await collector.send({})
  const source = 'https://example.com/app.3f2a19c0.js'
  await collector.send(failure('No item 17', { source, line: 1 }))
  await collector.send(failure('No item 4', { source: 'https://example.com/app.99e2b7aa.js', line: 9 }))
  await collector.send(failure('No user 4', { source }))
  const [first, second, third] = (await reports()).map(({ error }) => error)
  expect(first).toBe(second)
  expect(first).not.toBe(third)
})

/** Fingerprints leave numbers out. */
const letters = (i: number) => [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

it('limits the different errors of a product in an hour, and stores each stack once', async () => {
  await collector.send({})
  for (let i = 0; i < DIFFERENT_ERRORS_MAX; i++) {
    const from = { address: `192.0.2.${Math.floor(i / NEW_ERRORS_OF_NETWORK_MAX) + 1}` }
    if (i % NEW_ERRORS_OF_NETWORK_MAX === 0) await collector.send({}, from)
    expect(await collector.send(failure(`Error ${letters(i)}`, { stack: 'at f' }), from)).toEqual({ accepted: true })
  }
  expect(await collector.send(failure('Another'))).toEqual({ accepted: false, reason: 'over_budget' })
  expect(await collector.send(failure('Error a', { stack: 'at f' }))).toEqual({ accepted: true })
  const rows = await reports()
  expect(rows).toHaveLength(DIFFERENT_ERRORS_MAX + 1)
  expect(rows.filter(({ error_stack }) => error_stack !== '')).toHaveLength(DIFFERENT_ERRORS_MAX)
  collector.clock.advance(10 * 60_000)
  await collector.send({})
  collector.clock.advance(25 * 60_000)
  await collector.send({})
  collector.clock.advance(25 * 60_000)
  expect(await collector.send(failure('Another'))).toEqual({ accepted: true })
})

it('limits the new errors of a client network in an hour, and accepts its reports of known ones', async () => {
  const one = { address: '192.0.2.1' }
  const sameWithAnotherBrowser = {
    ...one,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  const other = { address: '192.0.2.2' }
  for (const origin of [one, sameWithAnotherBrowser, other]) await collector.send({}, origin)
  expect(await collector.send(failure('Known'), other)).toEqual({ accepted: true })
  for (let i = 0; i < NEW_ERRORS_OF_NETWORK_MAX; i++)
    expect(await collector.send(failure(`Error ${letters(i)}`), one)).toEqual({ accepted: true })
  for (const origin of [one, sameWithAnotherBrowser]) {
    expect(await collector.send(failure('Another'), origin)).toEqual({ accepted: false, reason: 'over_budget' })
    expect(await collector.send(failure('Known'), origin)).toEqual({ accepted: true })
    expect(await collector.send(failure('Error a'), origin)).toEqual({ accepted: true })
  }
  expect(await collector.send(failure('Another'), other)).toEqual({ accepted: true })
})

it('a page that watches for errors reports that when the visitor leaves it', async () => {
  await collector.send({})
  await collector.send({ name: 'engagement', engaged_ms: 500, watches_errors: true })
  expect((await reports())[0]).toMatchObject({ error_count: 0, error: '0' })
})

it('an address in a text loses its query and keeps its line, in time linear in the text', () => {
  expect(withoutQueries('see /a?b=1 or x?y, data:text/plain,secret and (https://h/p#q:1:2)')).toBe(
    'see /a or x?y, data: and (https://h/p:1:2)',
  )
  expect(withoutQueries('app.js?v=secret#x:10:5 api.json?next=/a&key=secret')).toBe('app.js:10:5 api.json')
  expect(withoutQueries(`?${'a'.repeat(8_000)}`.repeat(2)).length).toBe(16_002)
  expect(withoutQueries('/'.repeat(16_384)).length).toBe(16_384)
})
