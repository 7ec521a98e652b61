import { Metric } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { dimensionName } from './dimensions.ts'
import { metricLabel, metricName } from './metric-labels.ts'

it.each(Metric.options)('the metric %s has a label that begins a sentence', (metric) => {
  expect(metricLabel(metric)).toMatch(/^([A-Z][a-z]+( [a-z]+)*|[A-Z]{3,4})$/)
})

it('a label begins with a small letter inside a sentence, unless it is an abbreviation', () => {
  expect([metricName('bounce_rate'), metricName('lcp')]).toEqual(['bounce rate', 'LCP'])
  expect([dimensionName('title'), dimensionName('utm_source')]).toEqual(['page title', 'UTM source'])
})
