import { expect, it } from 'vitest'
import type { Filter } from '../../statistics/filters.ts'
import { headlineMetrics, rowMetric, shownMetric, totalOf } from './shown-metric.ts'

const SIGNUP: Filter = { dimension: 'goal', operator: 'is', values: ['Signup'], scope: 'visit' }

it('shows conversions first where a goal is chosen, and visitors elsewhere', () => {
  expect(shownMetric(undefined, [])).toBe('visitors')
  expect(shownMetric(undefined, [SIGNUP])).toBe('conversions')
})

it('keeps the metric of the address if the page offers it', () => {
  expect(shownMetric('revenue', [])).toBe('revenue')
  expect(shownMetric('revenue', [SIGNUP])).toBe('revenue')
  expect(shownMetric('bounce_rate', [SIGNUP])).toBe('conversions')
  expect(shownMetric('conversion_rate', [])).toBe('visitors')
})

it('offers neither bounces nor pageviews where a goal is chosen', () => {
  expect(headlineMetrics([SIGNUP])).not.toContain('bounce_rate')
  expect(headlineMetrics([SIGNUP])).not.toContain('pageviews')
})

it('ranks events by events where the page shows pageviews', () => {
  expect(rowMetric('event', 'pageviews')).toBe('events')
  expect(rowMetric('page', 'pageviews')).toBe('pageviews')
  expect(rowMetric('event', 'revenue')).toBe('revenue')
})

it('gives rows a share of sums, and of no average', () => {
  const metrics = [
    { metric: 'revenue', unit: 'currency', state: 'available', reason: null, value: 20 },
    { metric: 'bounce_rate', unit: 'ratio', state: 'available', reason: null, value: 0.5 },
    { metric: 'visitors', unit: 'count', state: 'withheld', reason: null, value: null },
  ] as const
  expect(totalOf('revenue', { metrics: [...metrics] })).toBe(20)
  expect(totalOf('bounce_rate', { metrics: [...metrics] })).toBeUndefined()
  expect(totalOf('visitors', { metrics: [...metrics] })).toBeUndefined()
  expect(totalOf('visits', undefined)).toBeUndefined()
})
