import { describe, expect, it } from 'vitest'
import { rangeOfPeriod } from './periods.ts'
import { PERIODS, type Period } from './statistics.ts'
import { addDays, LocalDate } from './time/local-date.ts'

const date = (text: string) => LocalDate.parse(text)
const daysOf = (period: Period, today: string, weekStart: 'monday' | 'sunday' = 'monday') => {
  const { from, to } = rangeOfPeriod(period, { today: date(today), weekStart, firstDay: date('2025-03-04') })
  return `${from} ${to}`
}

describe('a period', () => {
  it.each<[Period, string]>([
    ['today', '2026-11-22 2026-11-22'],
    ['yesterday', '2026-11-21 2026-11-21'],
    ['7d', '2026-11-16 2026-11-22'],
    ['28d', '2026-10-26 2026-11-22'],
    ['30d', '2026-10-24 2026-11-22'],
    ['90d', '2026-08-25 2026-11-22'],
    ['12mo', '2025-11-23 2026-11-22'],
    ['this_week', '2026-11-16 2026-11-22'],
    ['last_week', '2026-11-09 2026-11-15'],
    ['this_month', '2026-11-01 2026-11-22'],
    ['last_month', '2026-10-01 2026-10-31'],
    ['this_quarter', '2026-10-01 2026-11-22'],
    ['last_quarter', '2026-07-01 2026-09-30'],
    ['this_year', '2026-01-01 2026-11-22'],
    ['last_year', '2025-01-01 2025-12-31'],
    ['all', '2025-03-04 2026-11-22'],
  ])('a period has its days relative to today, Sunday 2026-11-22: %s is %s', (period, days) => {
    expect(daysOf(period, '2026-11-22')).toBe(days)
  })

  it('a period begins its weeks on the weekday that the product chose', () => {
    expect(daysOf('this_week', '2026-11-22', 'sunday')).toBe('2026-11-22 2026-11-22')
    expect(daysOf('last_week', '2026-11-22', 'sunday')).toBe('2026-11-15 2026-11-21')
    expect(daysOf('this_week', '2026-11-23', 'monday')).toBe('2026-11-23 2026-11-23')
  })

  it.each<[Period, string, string]>([
    ['12mo', '2028-02-29', '2027-03-01 2028-02-29'],
    ['12mo', '2029-02-28', '2028-02-29 2029-02-28'],
    ['last_month', '2028-03-31', '2028-02-01 2028-02-29'],
    ['last_month', '2027-01-01', '2026-12-01 2026-12-31'],
    ['last_quarter', '2027-01-31', '2026-10-01 2026-12-31'],
    ['last_week', '2027-01-01', '2026-12-21 2026-12-27'],
  ])('a period crosses months, years and leap days as calendars do: %s on %s is %s', (period, today, days) => {
    expect(daysOf(period, today)).toBe(days)
  })

  it('a period never ends after today and never begins after its end, on any day of four years', () => {
    for (let today = date('2026-01-01'); today < '2030-01-01'; today = addDays(today, 1)) {
      for (const period of PERIODS) {
        const { from, to } = rangeOfPeriod(period, { today, weekStart: 'sunday', firstDay: date('2031-01-01') })
        expect(from <= to && to <= today, `${period} on ${today}`).toBe(true)
      }
    }
  })
})
