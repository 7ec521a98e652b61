import {
  type ComparedPeriod,
  LocalDate,
  PERIODS,
  type Period,
  ProductId,
  rangeOfPeriod,
  TimeZone,
} from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { resolveRange } from '../calendar/date-range.ts'
import { testScope } from '../test-support/scope.ts'
import { earlierPeriod } from './earlier-period.ts'

const date = (text: string) => LocalDate.parse(text)

const scopeIn = (zone: string) =>
  testScope(ProductId.parse('prd_A'), { timezone: TimeZone.parse(zone), preferences: { retention_days: 3650 } })

interface Asked {
  readonly now: string
  readonly zone?: string
  readonly period?: Period
  readonly from?: string
  readonly to?: string
}

function compared({ now, zone = 'UTC', period, from = '', to = '' }: Asked, compare: ComparedPeriod) {
  const scope = scopeIn(zone)
  const nowMs = Date.parse(now)
  const { today } = resolveRange(scope, { from: date('2026-01-01'), to: date('2026-01-01') }, nowMs)
  const days = { today, weekStart: 'monday', firstDay: date('2024-01-01') } as const
  const dates = period ? { period, ...rangeOfPeriod(period, days) } : { from: date(from), to: date(to) }
  const { range, until } = earlierPeriod(scope, dates, compare, { nowMs, today })
  return `${range.dates.from} ${range.dates.to}${until ? ` until ${until.slice(0, 19)}Z` : ''}`
}

const PREVIOUS: ComparedPeriod = { period: 'previous_period', matchWeekday: false }
const YEAR: ComparedPeriod = { period: 'previous_year', matchWeekday: false }
const WEEKDAYS: ComparedPeriod = { period: 'previous_period', matchWeekday: true }
const custom = (from: string, to: string, matchWeekday = false): ComparedPeriod => ({
  period: 'custom',
  range: { from: date(from), to: date(to) },
  matchWeekday,
})

describe('the earlier period of a comparison', () => {
  it.each<[Period, string]>([
    ['today', '2026-11-21 2026-11-21 until 2026-11-21T03:10:00Z'],
    ['yesterday', '2026-11-20 2026-11-20'],
    ['7d', '2026-11-09 2026-11-15 until 2026-11-15T03:10:00Z'],
    ['30d', '2026-09-24 2026-10-23 until 2026-10-23T03:10:00Z'],
    ['12mo', '2024-11-23 2025-11-22 until 2025-11-22T03:10:00Z'],
    ['this_week', '2026-11-09 2026-11-15 until 2026-11-15T03:10:00Z'],
    ['last_week', '2026-11-02 2026-11-08'],
    ['this_month', '2026-10-01 2026-10-22 until 2026-10-22T03:10:00Z'],
    ['last_month', '2026-09-01 2026-09-30'],
    ['this_quarter', '2026-07-01 2026-08-22 until 2026-08-22T03:10:00Z'],
    ['last_quarter', '2026-04-01 2026-06-30'],
    ['this_year', '2025-01-01 2025-11-22 until 2025-11-22T03:10:00Z'],
    ['last_year', '2024-01-01 2024-12-31'],
  ])('the earlier period is the previous one of the same kind, up to the same point: %s', (period, expected) => {
    expect(compared({ now: '2026-11-22T03:10:00.900Z', period }, PREVIOUS)).toBe(expected)
  })

  it.each<[Period, string, string]>([
    ['this_month', '2026-03-28T12:00:00Z', '2026-02-01 2026-02-28 until 2026-02-28T12:00:00Z'],
    ['this_month', '2026-03-29T12:00:00Z', '2026-02-01 2026-02-28 until 2026-03-01T00:00:00Z'],
    ['this_month', '2026-03-31T12:00:00Z', '2026-02-01 2026-02-28 until 2026-03-01T00:00:00Z'],
    ['this_quarter', '2026-05-31T12:00:00Z', '2026-01-01 2026-02-28 until 2026-03-01T00:00:00Z'],
    ['last_month', '2026-04-10T12:00:00Z', '2026-02-01 2026-02-28'],
    ['last_month', '2026-03-10T12:00:00Z', '2026-01-01 2026-01-31'],
    ['this_year', '2028-02-29T12:00:00Z', '2027-01-01 2027-02-28 until 2027-03-01T00:00:00Z'],
    ['12mo', '2029-02-28T12:00:00Z', '2027-03-01 2028-02-28 until 2028-02-28T12:00:00Z'],
  ])('the earlier period is cut off at its end if it is shorter: %s at %s', (period, now, expected) => {
    expect(compared({ now, period }, PREVIOUS)).toBe(expected)
  })

  it('the previous year has the same dates a year earlier', () => {
    const now = '2026-11-22T03:10:00Z'
    expect(compared({ now, period: 'this_week' }, YEAR)).toBe('2025-11-16 2025-11-22 until 2025-11-22T03:10:00Z')
    expect(compared({ now, period: 'last_month' }, YEAR)).toBe('2025-10-01 2025-10-31')
    expect(compared({ now: '2029-03-05T00:00:00Z', period: 'last_month' }, YEAR)).toBe('2028-02-01 2028-02-29')
    expect(compared({ now, from: '2024-02-29', to: '2024-03-02' }, YEAR)).toBe('2023-02-28 2023-03-02')
  })

  it('the previous year of only 29 February is 28 February until the same time', () => {
    expect(compared({ now: '2028-02-29T12:00:00Z', period: 'today' }, YEAR)).toBe(
      '2027-02-28 2027-02-28 until 2027-02-28T12:00:00Z',
    )
  })

  it('the earlier period is moved by the fewest whole weeks without overlap, a year by 364 days, to match weekdays', () => {
    const now = '2026-11-22T03:10:00Z'
    expect(compared({ now, period: 'today' }, WEEKDAYS)).toBe('2026-11-15 2026-11-15 until 2026-11-15T03:10:00Z')
    expect(compared({ now, period: '7d' }, WEEKDAYS)).toBe('2026-11-09 2026-11-15 until 2026-11-15T03:10:00Z')
    expect(compared({ now, period: '30d' }, WEEKDAYS)).toBe('2026-09-19 2026-10-18 until 2026-10-18T03:10:00Z')
    expect(compared({ now, period: 'this_month' }, WEEKDAYS)).toBe('2026-10-04 2026-10-25 until 2026-10-25T03:10:00Z')
    expect(compared({ now, period: 'today' }, { ...YEAR, matchWeekday: true })).toBe(
      '2025-11-23 2025-11-23 until 2025-11-23T03:10:00Z',
    )
  })

  it('the earlier period is the chosen one, moved to the same weekdays on request', () => {
    const now = '2026-11-22T03:10:00Z'
    const whole = { now, from: '2026-11-02', to: '2026-11-08' }
    expect(compared(whole, custom('2026-09-01', '2026-09-10'))).toBe('2026-09-01 2026-09-10')
    expect(compared(whole, custom('2026-09-01', '2026-09-07', true))).toBe('2026-08-31 2026-09-06')
    expect(compared(whole, custom('2026-09-07', '2026-09-13', true))).toBe('2026-09-07 2026-09-13')
    expect(compared({ now, period: '7d' }, custom('2026-09-01', '2026-09-10'))).toBe(
      '2026-09-01 2026-09-10 until 2026-09-10T03:10:00Z',
    )
  })

  it('the earlier period of one with future days ends at the counterpart of today', () => {
    const now = '2026-11-22T03:10:00Z'
    const asked = { now, from: '2026-11-01', to: '2026-11-30' }
    expect(compared(asked, PREVIOUS)).toBe('2026-10-02 2026-10-23 until 2026-10-23T03:10:00Z')
    expect(compared(asked, custom('2026-06-01', '2026-06-30'))).toBe('2026-06-01 2026-06-22 until 2026-06-22T03:10:00Z')
    expect(compared({ now, from: '2026-12-01', to: '2026-12-02' }, PREVIOUS)).toBe('2026-11-29 2026-11-30')
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T13:00:00Z', '2026-03-28 2026-03-28 until 2026-03-28T14:00:00Z'],
    ['Europe/Berlin', '2026-03-30T00:30:00Z', '2026-03-29 2026-03-29 until 2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-24 2026-10-24 until 2026-10-24T21:59:59Z'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-10-31 2026-10-31 until 2026-11-01T03:59:59Z'],
    ['Australia/Lord_Howe', '2026-10-05T03:00:00Z', '2026-10-04 2026-10-04 until 2026-10-04T03:00:00Z'],
    ['Asia/Kathmandu', '2026-05-01T18:20:00Z', '2026-05-01 2026-05-01 until 2026-04-30T18:20:00Z'],
    ['Africa/Cairo', '2024-04-26T21:30:00Z', '2024-04-26 2024-04-26 until 2024-04-25T22:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00Z', '2026-11-22 2026-11-22 until 2026-11-21T10:00:00Z'],
  ])('the earlier period ends at the same local time when clocks change: %s at %s', (zone, now, expected) => {
    expect(compared({ now, zone, period: 'today' }, PREVIOUS)).toBe(expected)
  })

  it('the earlier period never overlaps the requested one, begins before it ends and does not end after it, on any day of two leap years', () => {
    const scope = scopeIn('America/Sao_Paulo')
    const compares = [PREVIOUS, WEEKDAYS]
    for (let nowMs = Date.parse('2027-02-01T15:00:00Z'); nowMs < Date.parse('2028-04-02'); nowMs += 86_400_000) {
      const { today } = resolveRange(scope, { from: date('2026-01-01'), to: date('2026-01-01') }, nowMs)
      for (const period of PERIODS) {
        const dates = { period, ...rangeOfPeriod(period, { today, weekStart: 'monday', firstDay: date('2026-05-05') }) }
        const asked = resolveRange(scope, dates, nowMs).asked
        for (const compare of compares) {
          const { range } = earlierPeriod(scope, dates, compare, { nowMs, today })
          const about = `${period} on ${today}: ${range.dates.from} to ${range.dates.to}`
          expect(range.asked.startMs < range.asked.endMs, about).toBe(true)
          expect(range.asked.endMs <= asked.startMs, about).toBe(true)
        }
      }
    }
  })
})
