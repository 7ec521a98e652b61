import { DIMENSION_TABLE, DIMENSIONS, Metric } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { dimensionLabel, dimensionName } from './dimensions.ts'
import { metricLabel, metricName } from './metric-labels.ts'

it.each(Metric.options)('the metric %s has a label that begins a sentence', (metric) => {
  expect(metricLabel(metric)).toMatch(/^([A-Z][a-z]+( [a-z]+)*|[A-Z]{3,4})$/)
})

it.each(DIMENSIONS)('the dimension %s has the label in the catalog of messages that the API gives it', (dimension) => {
  expect(dimensionLabel(dimension)).toBe(DIMENSION_TABLE[dimension].label)
})

it('a label begins with a small letter inside a sentence, unless it is an abbreviation', () => {
  expect([metricName('bounce_rate'), metricName('lcp')]).toEqual(['bounce rate', 'LCP'])
  expect([dimensionName('title'), dimensionName('utm_source')]).toEqual(['page title', 'UTM source'])
})
