import { expect, it } from 'vitest'
import {
  directionOf,
  directionOfPlaces,
  formatChange,
  formatComparedRange,
  formatDateRange,
  formatDuration,
  formatMoney,
  formatPlaces,
  formatRatio,
  formatStart,
  formatTickStart,
  formatTime,
  formatValue,
} from './format.ts'

it('formats durations in seconds, minutes or hours', () => {
  expect([0, 9.4, 59.6, 80, 605, 3_599.4, 3_720].map(formatDuration)).toEqual([
    '0s',
    '9s',
    '1m 00s',
    '1m 20s',
    '10m 05s',
    '59m 59s',
    '1h 02m',
  ])
})

it('formats each unit of a metric', () => {
  expect(formatValue(21_464, { metric: 'visitors' })).toBe('21,464')
  expect(formatValue(0.4267, { metric: 'bounce_rate' })).toBe('42.7%')
  expect(formatValue(2.5, { metric: 'views_per_visit' })).toBe('2.50')
  expect(formatValue(80, { metric: 'visit_duration' })).toBe('1m 20s')
  expect(formatValue(12.5, { metric: 'revenue', currency: 'EUR' })).toBe('€12.50')
  expect(formatValue(0, { metric: 'visitors' })).toBe('0')
})

it('leaves out cents from an amount of 1,000 on', () => {
  expect(formatMoney(999.5, 'USD')).toBe('$999.50')
  expect(formatMoney(115_049.3, 'EUR')).toBe('€115,049')
  expect(formatMoney(1_234, 'JPY')).toBe('¥1,234')
})

it('formats a change without its sign', () => {
  expect([0.583, -0.043, 0, -1, 9.5, 214.1].map(formatChange)).toEqual(['58%', '4.3%', '0%', '100%', '950%', '×215'])
  expect(formatRatio(0.001)).toBe('0.1%')
})

it('formats a change of an average position in places, and gives one that is shown as 0 no direction', () => {
  expect([1.24, -1.24, 1, -0.96, 12.04].map(formatPlaces)).toEqual([
    '1.2 places',
    '1.2 places',
    '1 place',
    '1 place',
    '12 places',
  ])
  expect([1.24, -1.24, 0.049, -0.049, 0].map(directionOfPlaces)).toEqual([
    'up',
    'down',
    'unchanged',
    'unchanged',
    'unchanged',
  ])
})

it('gives a change that is shown as 0% no direction', () => {
  const changes = [0.000_4, -0.000_4, 0, 0.000_6, -0.000_6]
  expect(changes.map(directionOf)).toEqual(['unchanged', 'unchanged', 'unchanged', 'up', 'down'])
  expect(changes.map(formatChange)).toEqual(['0%', '0%', '0%', '0.1%', '0.1%'])
})

it('names the year of a month on an axis only at the first month and at each January', () => {
  const starts = ['2025-11-01T00:00:00Z', '2025-12-01T00:00:00Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
  expect(starts.map((_, at) => formatTickStart(starts, at, 'month'))).toEqual(['Nov 2025', 'Dec', 'Jan 2026', 'Feb'])
})

it('says until when an earlier date range is counted if it is cut', () => {
  const range = { from: '2026-11-03', to: '2026-11-03' }
  expect(formatComparedRange(range, 'Europe/Berlin')).toBe('Nov 3, 2026')
  expect(formatComparedRange({ ...range, until: '2026-11-03T02:10:00Z' }, 'Europe/Berlin')).toMatch(
    /^Nov 3, 2026 until 3:10\sAM$/,
  )
})

it('shows an instant as a time of day in the given time zone', () => {
  expect(formatTime('2026-11-03T14:05:00Z', 'Europe/Berlin')).toMatch(/^3:05\sPM$/)
})

it('shows times in the time zone of the report, whatever the time zone of the browser', () => {
  expect(formatStart('2026-11-03T14:00:00+01:00', 'hour', 'short')).toMatch(/^2\sPM$/)
  expect(formatStart('2026-11-03T00:00:00+13:00', 'day', 'short')).toBe('Nov 3')
  expect(formatStart('2026-11-02T00:00:00-08:00', 'week', 'long')).toBe('Week of Nov 2, 2026')
  expect(formatStart('2026-11-01T00:00:00Z', 'month', 'long')).toBe('November 2026')
  expect(formatDateRange({ from: '2026-11-03', to: '2026-11-03' })).toBe('Nov 3, 2026')
})
