import type { Dimension, Filter, Metric } from '@footfall/core-domain'
import { ProductId } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { expect, it } from 'vitest'
import { pageview } from '../traffic.ts'
import { naive } from './naive.ts'
import { rowsIn } from './question.ts'
import { makeWorld } from './world.ts'

/** The oracle, counted by hand. */

const product = ProductId.parse('prd_hand')
const ofVisit = (visit: string, over: Partial<EventRow>) => ({ visitor: visit, visit, ...over })
const later = { visit_starts: 0 } as const
const rows: readonly EventRow[] = [
  // Visit 1 sees both pages, stays for ten minutes and signs up on the second.
  pageview(product, '2026-11-02T10:00:00Z', ofVisit('1', { country: 'DE' })),
  pageview(
    product,
    '2026-11-02T10:05:00Z',
    ofVisit('1', { ...later, path: '/b', pv_seq: 2, unbounce: 1, gap_ms: 300_000, country: 'DE' }),
  ),
  pageview(
    product,
    '2026-11-02T10:10:00Z',
    ofVisit('1', { ...later, kind: 'custom', name: 'signup', path: '/b', pv_seq: 0, gap_ms: 300_000, country: 'DE' }),
  ),
  // Visit 2 sees the first page and leaves after a minute.
  pageview(product, '2026-11-02T23:30:00Z', ofVisit('2', {})),
  pageview(
    product,
    '2026-11-02T23:31:00Z',
    ofVisit('2', {
      ...later,
      kind: 'engagement',
      name: 'engagement',
      pv_seq: 0,
      gap_ms: 60_000,
      engaged_ms: 60_000,
      scroll: 50,
    }),
  ),
  // Visit 3 goes on after midnight.
  pageview(product, '2026-11-02T23:59:00Z', ofVisit('3', { path: '/b', entry_path: '/b' })),
  pageview(
    product,
    '2026-11-03T00:01:00Z',
    ofVisit('3', { ...later, path: '/', entry_path: '/b', pv_seq: 2, unbounce: 1, gap_ms: 120_000 }),
  ),
]
const goals = [{ name: 'signup', kind: 'custom' as const, goal: true, revenue: false }]
const world = makeWorld({ rows, goals, timezone: 'UTC', currency: 'EUR' })
const monday = { from: '2026-11-02', to: '2026-11-02' } as never

function ask(metric: Metric, filters: readonly Filter[] = [], dimensions: readonly Dimension[] = []) {
  return naive(world, metric, { dimensions, filters, weekStart: 'monday', inRange: rowsIn(world, monday) })
}
const is = (dimension: Dimension, value: string, scope?: 'visit' | 'visitor'): Filter => ({
  ...{ dimension, operator: 'is', values: [value] },
  ...(scope ? { scope } : {}),
})
const isNot = (dimension: Dimension, value: string, scope?: 'visit' | 'visitor'): Filter => ({
  ...{ dimension, operator: 'is_not', values: [value] },
  ...(scope ? { scope } : {}),
})

it('the oracle counts events in the period and whole visits that began in it', () => {
  expect(ask('pageviews').value).toBe(4)
  expect(ask('events').value).toBe(5)
  expect(ask('visits').value).toBe(3)
  expect(ask('bounce_rate').value).toBeCloseTo(1 / 3)
  expect(ask('views_per_visit').value).toBeCloseTo(5 / 3)
  expect(ask('visit_duration').value).toBeCloseTo((600 + 60 + 120) / 3)
})

it('the oracle chooses the visits with a matching event, also after the period', () => {
  expect(ask('visits', [is('page', '/')]).value).toBe(3)
  expect(ask('visits', [is('page', '/b')]).value).toBe(2)
  expect(ask('visits', [is('event', 'signup')]).value).toBe(1)
  expect(ask('visits', [is('page', '/'), is('event', 'signup')]).value).toBeNull()
  expect(ask('visits', [is('page', '/', 'visit'), is('event', 'signup', 'visit')]).value).toBe(1)
  expect(ask('visits', [is('page', '/b'), isNot('event', 'signup', 'visit')]).value).toBe(1)
  expect(ask('visits', [{ any: [is('event', 'signup'), is('country', 'DE')] as never }]).value).toBe(1)
})

it('the oracle counts a visit by page once for each page that it viewed', () => {
  expect([...ask('visits', [], ['page']).rows]).toEqual([
    ['["/"]', 3],
    ['["/b"]', 2],
  ])
  expect([...ask('visits', [is('page', '/b')], ['page']).rows]).toEqual([['["/b"]', 2]])
})

it('the oracle counts everything of a visit under a condition on the visit', () => {
  expect(ask('pageviews', [is('event', 'signup', 'visit')]).value).toBe(2)
  expect(ask('visitors', [isNot('page', '/b', 'visitor')]).value).toBe(1)
})

it('the oracle divides visitors who viewed a page and converted by those who viewed it', () => {
  expect([...ask('conversion_rate', [], ['page']).rows]).toEqual([
    ['["/"]', 1 / 3],
    ['["/b"]', 1 / 2],
  ])
  expect(ask('conversion_rate', [is('page', '/')]).value).toBeCloseTo(1 / 3)
  expect(ask('conversions', [is('page', '/')]).value).toBe(1)
})

it('the oracle finds the page after a page and the one before, and reports if there is none', () => {
  expect([...ask('pageviews', [], ['page', 'next_page']).rows]).toEqual([
    ['["/","/b"]', 1],
    ['["/b","(exit)"]', 1],
    ['["/","(exit)"]', 1],
    ['["/b","/"]', 1],
  ])
  expect([...ask('pageviews', [], ['previous_page']).rows]).toEqual([
    ['["(entry)"]', 3],
    ['["/"]', 1],
  ])
})

it('the oracle divides time on a page by its pageviews, and averages the deepest points', () => {
  expect(ask('time_on_page', [is('page', '/')]).value).toBe(30)
  expect(ask('scroll_depth').value).toBe(0.5)
})
