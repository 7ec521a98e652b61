import {
  type Dimension,
  type FilterCondition,
  InvalidRequest,
  LocalDate,
  ProductId,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'

const product = ProductId.parse('prd_numbers')
const timezone = TimeZone.parse('UTC')
const clock = settableClock('2026-11-20T12:00:00.000Z')

const engine = testEngine()
beforeAll(async () => {
  const row = (visit: number, at: string, over: Partial<EventRow> = {}) =>
    pageview(product, `2026-11-19T${at}Z`, { visitor: String(visit), visit: String(visit), ...over })
  const later = { visit_starts: 0 } as const
  await insertRows(engine, [
    // One page.
    row(1, '08:00:00'),
    // Two pages, half a minute apart.
    row(2, '09:00:00'),
    row(2, '09:00:30.500', { ...later, pv_seq: 2, gap_ms: 30_500, unbounce: 1 }),
    // One page and two events in a minute.
    row(3, '10:00:00'),
    row(3, '10:00:20', { ...later, kind: 'custom', name: 'play', pv_seq: 0, gap_ms: 20_000, unbounce: 1 }),
    row(3, '10:01:00', { ...later, kind: 'custom', name: 'play', pv_seq: 0, gap_ms: 40_000 }),
    // A payment of no visit.
    row(4, '11:00:00', { kind: 'custom', name: 'payment', visit: '0', visitor: '0', visit_starts: 0, pv_seq: 0 }),
  ])
})

interface Asked {
  readonly filter?: Omit<FilterCondition, 'values'> & { readonly values: readonly string[] }
  readonly by?: Dimension
}

async function ask({ filter, by }: Asked) {
  const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  const day = LocalDate.parse('2026-11-19')
  const { data } = await analytics.query(testScope(product, { timezone }), {
    metrics: ['visits'],
    dimensions: by === undefined ? [] : [by],
    filters: filter === undefined ? [] : [{ ...filter, values: [...filter.values] }],
    from: day,
    to: day,
    limit: 10,
    offset: 0,
  })
  if ('metrics' in data) throw new TypeError('one metric was asked')
  return data
}

const visits = async (
  dimension: Dimension,
  operator: FilterCondition['operator'],
  values: readonly string[],
  scope?: FilterCondition['scope'],
) => (await ask({ filter: { dimension, operator, values, ...(scope && { scope }) } })).value

describe('filters by the numbers of visits', () => {
  it('a filter compares the seconds of a visit with their fractions', async () => {
    expect(await visits('visit_duration', 'above', ['30'])).toBe(2)
    expect(await visits('visit_duration', 'above', ['30.5'])).toBe(1)
    expect(await visits('visit_duration', 'is', ['30.5', '60'])).toBe(2)
    expect(await visits('visit_duration', 'below', ['0.001'])).toBe(1)
  })

  it('a filter compares the pageviews and the events of whole visits', async () => {
    expect(await visits('visit_pageviews', 'is', ['1'])).toBe(2)
    expect(await visits('visit_pageviews', 'above', ['1'])).toBe(1)
    expect(await visits('visit_events', 'above', ['2'])).toBe(1)
    expect(await visits('visit_events', 'below', ['2'])).toBe(1)
  })

  it('a filter by a number that no visit has answers zero, and not that the value was never seen', async () => {
    const { state, value } = await ask({ filter: { dimension: 'visit_pageviews', operator: 'above', values: ['900'] } })
    expect([state, value]).toEqual(['available', 0])
  })

  it('filters and rows by bounced find visits that bounced and visits that went on', async () => {
    expect(await visits('bounced', 'is', ['true'])).toBe(1)
    expect(await visits('bounced', 'is_not', ['true'])).toBe(2)
    const { rows } = await ask({ by: 'bounced' })
    expect(rows?.map(({ key, value }) => [key, value])).toEqual([
      ['false', 2],
      ['true', 1],
    ])
  })

  it.each([
    ['visit_duration', 'contains', ['3'], 'filters.0.operator'],
    ['visit_duration', 'is_not', ['3'], 'filters.0.operator'],
    ['page', 'above', ['3'], 'filters.0.operator'],
    ['property:plan', 'below', ['3'], 'filters.0.operator'],
    ['visit_events', 'above', ['many'], 'filters.0.values.0'],
    ['visit_events', 'above', ['-1'], 'filters.0.values.0'],
    ['visit_events', 'above', [''], 'filters.0.values.0'],
    ['visit_events', 'is', ['1', '1e9'], 'filters.0.values.1'],
    ['visit_events', 'is', ['99999999999'], 'filters.0.values.0'],
    ['visit_events', 'is', ['٣'], 'filters.0.values.0'],
    ['visit_events', 'is', ['1) OR (1'], 'filters.0.values.0'],
  ] as const)('rejects a filter by %s %s %j and names the field', async (dimension, operator, values, path) => {
    const rejected = await visits(dimension, operator, values).catch((error: unknown) => error)
    expect(rejected).toBeInstanceOf(InvalidRequest)
    expect(rejected).toMatchObject({ errors: [{ path }] })
  })

  it('rejects a breakdown by the number of a visit', async () => {
    const message = 'visits cannot be broken down by visit_duration'
    const rejected = ask({ by: 'visit_duration' })
    await expect(rejected).rejects.toMatchObject({ errors: [{ path: 'dimension', message }] })
  })
})

it('keeps the events whose text no pattern matches, with globs and with regular expressions', async () => {
  expect(await visits('event', 'matches', ['pl*'])).toBe(1)
  expect(await visits('event', 'not_matches', ['pl*'], 'visit')).toBe(2)
  expect(await visits('event', 'not_matches_regex', ['^p.*y$'], 'visit')).toBe(2)
  expect(await visits('page', 'not_matches_regex', ['.'])).not.toBeGreaterThan(0)
})
