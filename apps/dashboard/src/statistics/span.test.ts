import { describe, expect, it } from 'vitest'
import { addDays, daysOf, intervalFor, intervalsFor, isDay, RANGES, spanOf, todayIn } from './span.ts'

const TODAY = '2026-03-01'

describe('named ranges', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-02-28', '2026-02-28'],
    ['7d', '2026-02-23', '2026-03-01'],
    ['30d', '2026-01-31', '2026-03-01'],
    ['90d', '2025-12-02', '2026-03-01'],
    ['12m', '2025-03-02', '2026-03-01'],
    ['mtd', '2026-03-01', '2026-03-01'],
    ['ytd', '2026-01-01', '2026-03-01'],
  ] as const)('resolve %s to %s until %s', (range, from, to) => {
    expect(spanOf({ range }, '30d', TODAY)).toEqual({ from, to })
  })

  it('yield to explicit dates, and default to the preference of the product', () => {
    expect(spanOf({ range: '7d', from: '2026-01-01', to: '2026-01-02' }, '30d', TODAY).from).toBe('2026-01-01')
    expect(spanOf({}, '7d', TODAY)).toEqual(spanOf({ range: '7d' }, '30d', TODAY))
  })

  it('never end after today, on any day of four years', () => {
    for (let day = '2024-01-01'; day < '2028-01-01'; day = addDays(day, 1)) {
      for (const range of RANGES) {
        const { from, to } = spanOf({ range }, '30d', day)
        expect(isDay(from) && isDay(to) && from <= to && to <= day).toBe(true)
      }
    }
  })
})

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

it('counts the days of a span including both ends', () => {
  expect(daysOf({ from: '2026-03-01', to: '2026-03-01' })).toBe(1)
  expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
})

it('offers an interval for every span, and replaces a requested one that does not fit', () => {
  for (const days of [1, 2, 3, 8, 14, 15, 31, 32, 100, 366, 800, 801, 3_653]) {
    const span = { from: addDays(TODAY, 1 - days), to: TODAY }
    const offered = intervalsFor(span)
    expect(offered).toContain(intervalFor(undefined, span))
    for (const interval of ['hour', 'day', 'week', 'month'] as const) {
      expect(offered).toContain(intervalFor(interval, span))
    }
  }
})
