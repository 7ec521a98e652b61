import { InvalidRequest, LocalDate, ProductId } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'

const product = ProductId.parse('prd_patterns')
const day = LocalDate.parse('2026-11-19')
const PATHS = ['/Blog/2026/ä', '/blog/de', '/pricing', '/日本', '/a.b', '/(x)']
/** Long paths of two letters in an order without a pattern. */
const LONG_PATHS = 2_000

const engine = testEngine()
beforeAll(async () => {
  await insertRows(
    engine,
    PATHS.map((path, i) => pageview(product, '2026-11-19T08:00:00Z', { path, visitor: `${i + 1}`, visit: `${i + 1}` })),
  )
  await engine.run(`INSERT INTO events (product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, path)
SELECT 'prd_long', toDateTime64('2026-11-19 08:00:00', 3, 'UTC'), 'pageview', 'pageview', number + 1, number + 1,
  toDateTime('2026-11-19 08:00:00', 'UTC'), 1, 1,
  arrayStringConcat(arrayMap(i -> if(cityHash64(number, i) % 2 = 0, 'a', 'b'), range(2000)))
FROM numbers(${LONG_PATHS})`)
})

const QUERY = { metrics: ['pageviews'], dimensions: [], from: day, to: day, limit: 10, offset: 0 } as const

function analyticsOn(asked: Engine) {
  const clock = settableClock('2026-11-20T12:00:00.000Z')
  return createAnalytics({ engine: asked, clock, versions: memoryVersions() })
}

async function pageviews(pattern: string, of = product, caseSensitive = true) {
  const analytics = analyticsOn(engine)
  const { data } = await analytics.query(testScope(of), {
    ...QUERY,
    filters: [{ dimension: 'page', operator: 'matches_regex', values: [pattern], case_sensitive: caseSensitive }],
  })
  if ('metrics' in data) throw new TypeError('one metric was asked')
  return data.value ?? 0
}

describe('a regular expression', () => {
  it.each([
    ['^/blog', 1],
    ['(?i)^/blog', 2],
    ['^/[^/]+/\\d{4}/.$', 1],
    ['^/\\pL{2}$', 1],
    ['^/a\\.b$', 1],
    ['^/a.b$', 1],
    ['^/\\Q(x)\\E$', 1],
    ['(?P<page>pricing|blog)', 2],
    ['[[:alpha:]]{7}', 1],
    ['\\bde\\b', 1],
    ['', 6],
    ['^/.{1,50}$', 6],
  ])('matches paths by the syntax of RE2: %s', async (pattern, expected) => {
    expect(await pageviews(pattern)).toBe(expected)
  })

  it('matches letters of either case in every script unless the case counts', async () => {
    expect(await pageviews('Ä$', product, false)).toBe(1)
    expect(await pageviews('Ä$')).toBe(0)
  })

  it.each([
    'a(',
    '(?=a)b',
    '(a)\\1',
    'a{51}',
    '[ab]*a[ab]{900}c',
    '(?:[ab]?){999}(?:[ab]?){999}c',
    '(?:\\pL?[^a]){49}',
  ])('is rejected by its path if the engine cannot match it quickly: %s', async (pattern) => {
    const rejected = await pageviews(pattern).catch((error: unknown) => error)
    expect(rejected).toBeInstanceOf(InvalidRequest)
    expect(rejected).toMatchObject({
      errors: [{ path: 'filters.0.values.0', message: expect.stringMatching(/^must be a regular expression/) }],
    })
  })

  it.each([
    ['too many', 'matches_regex', 'page', Array.from({ length: 101 }, (_, i) => `^/${i}`)],
    ['too long', 'matches_regex', 'page', ['a'.repeat(201)]],
    ['of too many Unicode classes', 'matches_regex', 'page', ['(\\pL|\\pN|\\pS){20}']],
    ['of too many Unicode classes together', 'not_matches_regex', 'page', Array.from({ length: 9 }, () => '\\pL')],
    ['of too many copies', 'matches_regex', 'page', ['.{50}'.repeat(13)]],
    ['of too many copies together', 'matches_regex', 'page', Array.from({ length: 13 }, (_, i) => `${i}.{50}`)],
    ['too many unknown ones', 'is', 'country', Array.from({ length: 501 }, (_, i) => `Land ${i}`)],
  ] as const)('asks the engine nothing when values are %s', async (_, operator, dimension, values) => {
    let statements = 0
    const rows: Engine['rows'] = (...asked) => {
      statements++
      return engine.rows(...asked)
    }
    const analytics = analyticsOn({ ...engine, rows })
    const query = { ...QUERY, filters: [{ dimension, operator, values: [...values], case_sensitive: true }] }
    await expect(analytics.query(testScope(product), query)).rejects.toThrow(InvalidRequest)
    expect(statements).toBe(0)
  })

  it('takes no longer for a pattern with millions of states than a statement may take', async () => {
    const pattern = `(?:a|b)*a${'[ab]{50}'.repeat(8)}c`
    expect(await pageviews(pattern, ProductId.parse('prd_long'))).toBe(0)
  })
})
