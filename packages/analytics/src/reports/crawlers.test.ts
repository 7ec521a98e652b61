import {
  type Analytics,
  CrawlersReport,
  type LocalDate,
  type Preferences,
  ProductId,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:30.000Z')
const product = ProductId.parse('prd_crawled')
const day = (text: string) => text as LocalDate
const range = { from: day('2026-11-08'), to: day('2026-11-14') }

const engine = testEngine()
let analytics: Analytics

const scopeOf = (preferences: Partial<Preferences> = {}) =>
  testScope(product, { timezone: TimeZone.parse('Europe/Berlin'), preferences })

interface Hit {
  readonly crawler: string
  readonly purpose: string
  readonly path?: string
  readonly status?: number
  readonly verified?: string
  readonly ts?: string
}
const GPTBOT = { crawler: 'GPTBot', purpose: 'ai_training' } as const
const GOOGLEBOT = { crawler: 'Googlebot', purpose: 'search' } as const
const CHATGPT = { crawler: 'ChatGPT-User', purpose: 'ai_assistant' } as const

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  const line = (hit: Hit) =>
    JSON.stringify({
      ...{ product_id: product, ts: '2026-11-10 10:00:00', path: '/', status: 200, hostname: 'example.com' },
      ...{ seen_by: 'intake', ...hit },
    })
  const hits: readonly Hit[] = [
    { ...GPTBOT, verified: 'true' },
    { ...GPTBOT, path: '/pricing', verified: 'true' },
    { ...GPTBOT, path: '/pricing', verified: 'false', status: 403 },
    // Half past eleven in UTC is the next day in Berlin.
    { ...GPTBOT, path: '/blog/a', ts: '2026-11-11 23:30:00' },
    { ...CHATGPT, path: '/blog/a' },
    { ...GOOGLEBOT, path: '/old', status: 404, verified: 'true' },
    { ...GOOGLEBOT, status: 0 },
    { crawler: 'Unlisted bot', purpose: 'other', path: '/blog/b', status: 503 },
    // Of the week before.
    { ...GPTBOT, ts: '2026-11-03 10:00:00' },
    { ...GPTBOT, ts: '2026-11-04 10:00:00', path: '/pricing' },
    { crawler: 'Bytespider', purpose: 'ai_training', path: '/gone', ts: '2026-11-05 10:00:00' },
    { ...GOOGLEBOT, ts: '2026-10-25 10:00:00' },
  ]
  await engine.insert('crawler_hits', 'JSONEachRow', hits.map(line).join('\n'), 'hits')
  const visit = (visitor: number, source: string) =>
    pageview(product, '2026-11-10T10:00:00Z', { visitor: String(visitor), visit: String(visitor), source })
  await insertRows(engine, [visit(1, 'ChatGPT'), visit(2, 'ChatGPT'), visit(3, 'ChatGPT'), visit(4, 'Google')])
})

type Query = Omit<Parameters<Analytics['crawlers']>[1], 'from' | 'to'>

async function report(query: Query = {}, preferences: Partial<Preferences> = {}) {
  const answer = await analytics.crawlers(scopeOf(preferences), { ...range, ...query })
  CrawlersReport.parse(answer.data)
  return { ...answer, ...answer.data }
}

const rowsOf = async (query: Query) =>
  ((await report(query)).rows ?? []).map(({ key, keys, hits }) => [...(keys ?? [key]), hits])

describe('the report of crawlers', () => {
  it.each([
    ['how many lists of addresses have been fetched, and when', 3, day('2026-11-09'), '2026-11-09'],
    ['that no list of addresses has been fetched yet', 0, undefined, null],
  ])('says %s, with hits and without', async (_, lists, fetchedOn, fetched_on) => {
    const crawlerListsStatus = () => ({ lists, fetchedOn })
    const { crawlers } = createAnalytics({ engine, clock, versions: memoryVersions(), crawlerListsStatus })
    for (const query of [{}, { crawlers: ['Nobody'] }]) {
      const { data } = await crawlers(scopeOf(), { ...range, ...query })
      expect(CrawlersReport.parse(data).address_lists).toEqual({ lists, fetched_on })
    }
    expect((await report()).address_lists).toBeUndefined()
  })

  it.each([
    ['a purpose', { purposes: ['ai_training'] }, 4],
    ['two purposes', { purposes: ['ai_training', 'ai_assistant'] }, 5],
    ['a crawler, in any case', { crawlers: ['gptbot'] }, 4],
    ['two crawlers', { crawlers: ['GPTBot', 'Googlebot'] }, 6],
    ['an operator, for all of its crawlers, in any case', { crawlers: ['openai'] }, 5],
    ['a page', { page: '/pricing' }, 2],
    ['a pattern of pages', { page: '/blog/*' }, 3],
    ['verified hits', { verified: [true] }, 3],
    ['disproved hits', { verified: [false] }, 1],
    ['hits that nothing proves', { verified: [null] }, 4],
    ['all verdicts', { verified: [true, false, null] }, 8],
    ['a status', { status: [{ from: 404, to: 404 }] }, 1],
    ['a class of statuses', { status: [{ from: 400, to: 499 }] }, 2],
    ['an unknown status', { status: [{ from: 0, to: 0 }] }, 1],
    ['several filters, which all hold', { crawlers: ['GPTBot'], page: '/pricing', verified: [true] }, 1],
  ] as const)('counts in all its parts only the hits of %s', async (_, query, hits) => {
    const found = await report(query)
    const sum = (rows: readonly { readonly hits: number }[] = []) => rows.reduce((total, row) => total + row.hits, 0)
    expect(found.hits).toBe(hits)
    const parts = [found.purposes, found.crawlers, found.pages, found.series, found.verification]
    expect(parts.map(sum)).toEqual(Array(5).fill(hits))
  })

  it.each([
    [
      'crawler',
      [
        ['GPTBot', 4],
        ['Googlebot', 2],
        ['ChatGPT-User', 1],
        ['Unlisted bot', 1],
      ],
    ],
    [
      'purpose',
      [
        ['ai_training', 4],
        ['search', 2],
        ['ai_assistant', 1],
        ['other', 1],
      ],
    ],
    [
      'page',
      [
        ['/', 2],
        ['/blog/a', 2],
        ['/pricing', 2],
        ['/blog/b', 1],
        ['/old', 1],
      ],
    ],
    [
      'status',
      [
        ['200', 4],
        ['403', 1],
        ['404', 1],
        ['503', 1],
        ['unknown', 1],
      ],
    ],
    [
      'day',
      [
        ['2026-11-10', 7],
        ['2026-11-12', 1],
      ],
    ],
  ] as const)('breaks hits down by %s', async (dimension, rows) => {
    expect(await rowsOf({ dimensions: [dimension] })).toEqual(rows)
  })

  it('answers which pages AI crawlers read, and for what, in one question', async () => {
    const purposes = ['ai_training', 'ai_assistant'] as const
    expect(await rowsOf({ purposes, dimensions: ['page', 'purpose'] })).toEqual([
      ['/pricing', 'ai_training', 2],
      ['/', 'ai_training', 1],
      ['/blog/a', 'ai_assistant', 1],
      ['/blog/a', 'ai_training', 1],
    ])
  })

  it('says of each row how many of its hits failed and how many are verified', async () => {
    const { rows = [] } = await report({ crawlers: ['GPTBot'], dimensions: ['page'] })
    expect(rows[0]).toEqual({
      ...{ key: '/pricing', hits: 2, errors: 1, verified: 1, last_seen_at: '2026-11-10T10:00:00.000Z' },
    })
  })

  it('returns a breakdown in pages that together have each row once', async () => {
    const page = (offset: number) => report({ dimensions: ['page'], limit: 2, offset })
    const pages = [await page(0), await page(2), await page(4)]
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
    expect(pages.flatMap(({ rows = [] }) => rows.map(({ key }) => key))).toEqual([
      ...['/', '/blog/a', '/pricing', '/blog/b', '/old'],
    ])
    expect((await page(100)).rows).toEqual([])
  })

  it('lists no more crawlers and pages than asked for, and counts all', async () => {
    const { crawlers, pages, hits } = await report({ limit: 1 })
    expect([crawlers.length, pages.length, hits]).toEqual([1, 1, 8])
  })

  it('compares every part with the earlier period', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const found = await report({ compare, dimensions: ['page'], crawlers: ['GPTBot'] })
    expect(found.comparison).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-07',
      state: 'available',
      hits: 2,
      change: 1,
    })
    expect(found.rows?.map(({ key, hits, previous, change }) => [key, hits, previous, change])).toEqual([
      ['/pricing', 2, 1, 1],
      ['/', 1, 1, 0],
      ['/blog/a', 1, 0, null],
    ])
    expect(found.crawlers[0]).toMatchObject({ hits: 4, previous: 2, change: 1 })
    expect(found.series.reduce((sum, { hits }) => sum + hits, 0)).toBe(4)
  })

  it('lists what had hits only in the earlier period, with a zero and last', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const found = await report({ compare, dimensions: ['page', 'crawler'], limit: 200 })
    const lost = { hits: 0, previous: 1, change: -1 }
    expect(found.rows?.at(-1)).toMatchObject({ ...lost, keys: ['/gone', 'Bytespider'], errors: 0, verified: 0 })
    expect(found.pages.at(-1)).toEqual({ ...lost, path: '/gone' })
    expect(found.crawlers.at(-1)).toEqual({
      ...{ ...lost, crawler: 'Bytespider', purpose: 'ai_training', pages: 0, errors: 0 },
      last_seen_at: '2026-11-05T10:00:00.000Z',
    })
    expect([found.hits, found.comparison?.hits]).toEqual([8, 3])
  })

  it.each([
    ['without a comparison', {}],
    [
      'with a period that is not covered whole',
      { compare: { period: 'custom', range: { from: day('2026-10-18'), to: day('2026-11-07') }, matchWeekday: false } },
    ],
  ] as const)('lists only what had hits in the period, %s', async (_, query) => {
    const found = await report({ ...query, dimensions: ['page'] })
    for (const part of [found.rows ?? [], found.crawlers, found.pages])
      expect(part.every(({ hits }) => hits > 0)).toBe(true)
  })

  it('shows no earlier numbers for a period that began before the first hit', async () => {
    const earlier = { from: day('2026-10-18'), to: day('2026-10-31') }
    const found = await report({ compare: { period: 'custom', range: earlier, matchWeekday: false } })
    expect(found.comparison).toMatchObject({
      state: 'unavailable',
      reason: 'not_fully_collected',
      hits: null,
      change: null,
    })
    expect(found.crawlers[0]).toMatchObject({ hits: 4, previous: null, change: null })
  })

  it('shows beside each operator the visits that its assistant sent', async () => {
    const { operators = [] } = await report()
    expect(operators.map(({ operator, hits }) => [operator, hits])).toEqual([
      ['OpenAI', 5],
      ['Google', 2],
    ])
    expect(operators.map(({ visits_from: from }) => from)).toEqual([
      { sources: ['ChatGPT'], state: 'available', reason: null, visits: 3 },
      { sources: ['Gemini'], state: 'available', reason: null, visits: 0 },
    ])
  })

  it('reads no visits for a caller who may not see them', async () => {
    const { operators = [] } = await report({ visits: false })
    expect(operators.map(({ operator, visits_from: from }) => [operator, from])).toEqual([
      ['OpenAI', null],
      ['Google', null],
    ])
  })

  it('withholds the visits of fewer people than the threshold, and no hits', async () => {
    const { operators = [], hits } = await report({}, { suppression_threshold: 5 })
    expect(hits).toBe(8)
    expect(operators[0]?.visits_from).toMatchObject({ visits: null })
  })

  it('explains a zero by values that never came, with similar ones', async () => {
    const { meta, ...found } = await report({ crawlers: ['GTPBot'], page: '/pricng' })
    expect(found).toMatchObject({ state: 'empty', reason: 'value_never_seen', hits: null })
    expect(meta.hints).toEqual([
      { code: 'value_never_seen', filter: 'crawler', value: 'GTPBot', did_you_mean: ['GPTBot'] },
      { code: 'value_never_seen', filter: 'page', value: '/pricng', did_you_mean: ['/pricing'] },
    ])
  })

  it.each(['CCBot', 'Anthropic'])('a known crawler or operator that never came is a true zero: %s', async (name) => {
    const { meta, ...found } = await report({ crawlers: [name] })
    expect(found).toMatchObject({ state: 'available', hits: 0, crawlers: [], pages: [] })
    expect(meta.hints).toBeUndefined()
  })

  it.each(["' OR 1=1 --", "') UNION ALL SELECT 1 --", '%', '\\', '*', '😀'.repeat(20), '\u202e\u0000'])(
    'reads a page and a crawler as text: %j',
    async (value) => {
      const found = await report({ crawlers: [value] })
      expect([found.state, found.hits]).toEqual(['empty', null])
      expect((await report({ page: value })).hits).toBe(value === '*' ? 8 : null)
    },
  )
})
