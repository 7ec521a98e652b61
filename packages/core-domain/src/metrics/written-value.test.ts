import { expect, it } from 'vitest'
import { METRIC_TABLE, METRICS, type MetricName } from './metric-table.ts'
import { type NumberStyle, numberWriter } from './numbers.ts'
import { changeOfShare, isBetter, writtenValue } from './written-value.ts'

const STYLES = ['tick', 'short', 'long', 'exact'] as const satisfies readonly NumberStyle[]
const inEachStyle = (metric: MetricName, value: number, currency?: string) =>
  STYLES.map((style) => writtenValue(value, { metric, currency }, numberWriter('en', style)))

it('writes a count with its thousands grouped, and compact on an axis', () => {
  expect(inEachStyle('visitors', 21_464)).toEqual(['21.5K', '21,464', '21,464', '21,464'])
})

it('writes a share as percent, and an average or a score as a number', () => {
  expect(inEachStyle('bounce_rate', 0.41279)).toEqual(['41.3%', '41.3%', '41.3%', '41.3 %'])
  expect(inEachStyle('views_per_visit', 1.5)).toEqual(['1.50', '1.50', '1.50', '1.5'])
  expect(inEachStyle('cls', 0.08123)).toEqual(['0.08', '0.08', '0.08', '0.0812'])
})

it('writes a duration with the units that fit the style', () => {
  expect(inEachStyle('visit_duration', 45.26)).toEqual(['45s', '45s', '45 s', '45.3 s'])
  expect(inEachStyle('visit_duration', 134.6)).toEqual(['2m 15s', '2m 15s', '2 min 15 s', '2 min 15 s'])
  expect(inEachStyle('visit_duration', 3_720)).toEqual(['1h 02m', '1h 02m', '62 min 0 s', '62 min 0 s'])
  expect(inEachStyle('lcp', 240.4)).toEqual(['240 ms', '240 ms', '240 ms', '240 ms'])
  expect(inEachStyle('lcp', 2_345.6)).toEqual(['2.35 s', '2.35 s', '2.35 s', '2,346 ms'])
})

it('writes money in its currency, without cents from 1,000 on where it has little room', () => {
  expect(inEachStyle('revenue', 12, 'EUR')).toEqual(['€12', '€12', '€12', '12 EUR'])
  expect(inEachStyle('revenue', 12_345.5, 'EUR')).toEqual(['€12.3K', '€12,346', '€12,345.50', '12,345.5 EUR'])
  expect(inEachStyle('revenue_per_visitor', 0.005, 'EUR').at(-1)).toBe('0.005 EUR')
})

it('writes an amount without a currency, or with a text that is none, as a plain number', () => {
  expect(inEachStyle('revenue', 12.5)).toEqual(['12.50', '12.50', '12.50', '12.5'])
  expect(writtenValue(12.5, { metric: 'revenue', currency: '<b>' }, numberWriter('en', 'short'))).toBe('12.50')
})

it('writes only plain spaces into emails, whatever the currency', () => {
  const write = numberWriter('en', 'long')
  for (const currency of ['EUR', 'CHF', 'JPY', 'XOF']) expect(write.money(1_234.5, currency)).not.toMatch(/[^\S ]/)
})

it('writes no average as percent, and nothing that is counted as an average', () => {
  for (const metric of METRICS) {
    const definition = METRIC_TABLE[metric]
    if (metric.includes('_per_') && definition.unit === 'ratio')
      expect([metric, definition.shownAs]).toEqual([metric, 'number'])
    if (definition.unit === 'count') expect([metric, definition.isAverage]).toEqual([metric, false])
    if (definition.unit === 'ratio') expect([metric, definition.isAverage]).toEqual([metric, true])
  }
})

it('takes a fall of the bounce rate, of errors and of web vitals as better', () => {
  const better = METRICS.filter((metric) => isBetter(metric, -0.1))
  expect(better).toEqual(['bounce_rate', 'lcp', 'inp', 'cls', 'ttfb', 'fcp', 'errors'])
  expect(METRICS.filter((metric) => isBetter(metric, 0.1))).toHaveLength(METRICS.length - better.length)
  expect(isBetter('visitors', 0.000_4)).toBeUndefined()
})

it('compares a share in percentage points, and nothing else', () => {
  const difference = changeOfShare('bounce_rate', 0.43, 0.419)
  expect(difference).toBeCloseTo(0.011)
  expect(STYLES.map((style) => numberWriter('en', style).points(difference ?? 0))).toEqual([
    '+1.1',
    '+1.1',
    '+1.1',
    '+1.1',
  ])
  expect(numberWriter('de', 'long').points(-0.0124)).toBe('−1,2')
  for (const metric of ['visitors', 'views_per_visit', 'visit_duration', 'cls'] as const)
    expect(changeOfShare(metric, 2, 1)).toBeUndefined()
  expect(changeOfShare('conversion_rate', null, 0.1)).toBeUndefined()
  expect(changeOfShare('conversion_rate', 0.1, undefined)).toBeUndefined()
})
