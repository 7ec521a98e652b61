import { Period } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { addDays, daysOf, intervalFor, intervalsFor, isDay, todayIn } from './date-range.ts'
import { PERIODS } from './period-days.ts'

const TODAY = '2026-03-01'

it('computes the current day of a time zone', () => {
  const instant = new Date('2026-03-01T23:30:00Z')
  expect(todayIn('UTC', instant)).toBe('2026-03-01')
  expect(todayIn('Europe/Berlin', instant)).toBe('2026-03-02')
  expect(todayIn('America/Los_Angeles', instant)).toBe('2026-03-01')
  expect(todayIn('Pacific/Kiritimati', instant)).toBe('2026-03-02')
})

it('accepts only existing calendar days', () => {
  expect(['2024-02-29', '2026-12-31'].every(isDay)).toBe(true)
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', 'today', '2026-03-01T00:00', '99999-01-01'])
    expect({ text, day: isDay(text) }).toEqual({ text, day: false })
})

it('counts the days of a date range including both ends', () => {
  expect(daysOf({ from: '2026-03-01', to: '2026-03-01' })).toBe(1)
  expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
})

it('offers an interval for every date range, and replaces a requested one that does not fit', () => {
  for (const days of [1, 2, 3, 8, 14, 15, 31, 32, 100, 366, 800, 801, 3_653]) {
    const range = { from: addDays(TODAY, 1 - days), to: TODAY }
    const offered = intervalsFor(range)
    expect(offered).toContain(intervalFor(undefined, range))
    for (const interval of ['hour', 'day', 'week', 'month'] as const) {
      expect(offered).toContain(intervalFor(interval, range))
    }
  }
})

it('offers every period of the service, each with an interval', () => {
  expect(PERIODS).toEqual(Period.options)
  for (const period of PERIODS) expect(intervalsFor({ period })).toContain(intervalFor(undefined, { period }))
  expect(intervalFor('hour', { period: 'all' })).toBe('month')
})
