import { describe, expect, it } from 'vitest'
import { lastOccurrence, nextOccurrence, reportedDays } from './report-schedule.ts'
import { timestamp } from './time/instant.ts'
import type { LocalDate } from './time/local-date.ts'
import type { TimeZone } from './time/time-zone.ts'

const BERLIN = 'Europe/Berlin' as TimeZone
const at = (text: string) => Date.parse(text)

/** Every instant of a schedule between two, in UTC. */
function occurrences(schedule: Parameters<typeof nextOccurrence>[0], timezone: TimeZone, from: string, to: string) {
  const found: string[] = []
  for (
    let now = nextOccurrence(schedule, timezone, at(from));
    now <= at(to);
    now = nextOccurrence(schedule, timezone, now)
  )
    found.push(timestamp(now).slice(0, 16))
  return found
}

describe('the schedule of a report', () => {
  it('a report is due at an hour of the zone, in summer and in winter', () => {
    const schedule = { every: 'week', weekday: 1, hour: 8 } as const
    expect(occurrences(schedule, BERLIN, '2026-10-18T00:00Z', '2026-11-03T00:00Z')).toEqual([
      '2026-10-19T06:00',
      '2026-10-26T07:00',
      '2026-11-02T07:00',
    ])
  })

  it('an hour that clocks skip is due once, at the first instant after it', () => {
    const schedule = { every: 'week', weekday: 7, hour: 2 } as const
    expect(occurrences(schedule, BERLIN, '2026-03-23T00:00Z', '2026-03-30T00:00Z')).toEqual(['2026-03-29T01:00'])
  })

  it('an hour that clocks show twice is due once, the first time', () => {
    const schedule = { every: 'week', weekday: 7, hour: 2 } as const
    expect(occurrences(schedule, BERLIN, '2026-10-24T00:00Z', '2026-10-27T00:00Z')).toEqual(['2026-10-25T00:00'])
  })

  it('a monthly report is due on the last day of months that are shorter', () => {
    const schedule = { every: 'month', day: 31, hour: 0 } as const
    expect(occurrences(schedule, 'UTC' as TimeZone, '2028-01-01T00:00Z', '2028-05-01T00:00Z')).toEqual([
      '2028-01-31T00:00',
      '2028-02-29T00:00',
      '2028-03-31T00:00',
      '2028-04-30T00:00',
    ])
  })

  it('returns the last scheduled instant up to another, that instant included', () => {
    const schedule = { every: 'week', weekday: 1, hour: 8 } as const
    expect(timestamp(lastOccurrence(schedule, BERLIN, at('2026-11-23T07:00Z')))).toBe('2026-11-23T07:00:00.000Z')
    expect(timestamp(lastOccurrence(schedule, BERLIN, at('2026-11-23T06:59Z')))).toBe('2026-11-16T07:00:00.000Z')
  })

  it('finds the next scheduled instant from any instant, in zones far from UTC', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu'] as TimeZone[])
      for (let hour = 0; hour < 24; hour++) {
        const schedule = { every: 'week', weekday: 3, hour } as const
        const now = at('2026-11-18T12:34Z')
        const next = nextOccurrence(schedule, zone, now)
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(7 * 86_400_000)
        expect(lastOccurrence(schedule, zone, next)).toBe(next)
        expect(lastOccurrence(schedule, zone, next - 1)).toBeLessThanOrEqual(now)
      }
  })
})

describe('the days of a report', () => {
  it('a weekly report covers the seven days before the day on which it is sent', () => {
    const week = { every: 'week', weekday: 3, hour: 8 } as const
    expect(reportedDays(week, '2026-11-18' as LocalDate)).toEqual({
      from: '2026-11-11',
      to: '2026-11-17',
      period: undefined,
    })
  })

  it('a monthly report covers the calendar month before the one in which it is sent', () => {
    const month = { every: 'month', day: 31, hour: 8 } as const
    const days = { from: '2028-02-01', to: '2028-02-29', period: 'last_month' }
    expect(reportedDays(month, '2028-03-31' as LocalDate)).toEqual(days)
    expect(reportedDays(month, '2028-03-01' as LocalDate)).toEqual(days)
  })
})
