import { epochDay, LocalDate, SECOND_MS, TimeZone } from '@footfall/core-domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketing } from './buckets.ts'
import { calendarOf } from './calendar.ts'

const calendar = (zone: string) => calendarOf(TimeZone.parse(zone))
const dayNumber = (text: string) => epochDay(LocalDate.parse(text))
const ms = (text: string) => Date.parse(text)

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Africa/Cairo',
]

function hoursOf(zone: string, date: string) {
  const cal = calendar(zone)
  const range = { startMs: cal.startOfDay(dayNumber(date)), endMs: cal.startOfDay(dayNumber(date) + 1) }
  return bucketing(cal, 'hour', 'monday', range).buckets.map((bucket) => cal.format(bucket.startMs))
}

describe('the calendar of a zone', () => {
  it('begins a day at local midnight', () => {
    expect(calendar('Asia/Kathmandu').startOfDay(dayNumber('2026-05-01'))).toBe(ms('2026-04-30T18:15:00Z'))
    expect(calendar('Europe/Berlin').startOfDay(dayNumber('2026-07-01'))).toBe(ms('2026-06-30T22:00:00Z'))
  })

  it('begins a day at the first existing instant if midnight is skipped', () => {
    const cairo = calendar('Africa/Cairo')
    const start = cairo.startOfDay(dayNumber('2024-04-26'))
    expect(cairo.format(start)).toBe('2024-04-26T01:00:00+03:00')
    expect(cairo.dateOf(start - 1)).toBe('2024-04-25')
  })

  it('returns days of 23 and 25 hours when clocks change, each hour with its offset', () => {
    const spring = hoursOf('Europe/Berlin', '2026-03-29')
    expect(spring).toHaveLength(23)
    expect(spring.slice(1, 3)).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:00:00+02:00'])
    const autumn = hoursOf('Europe/Berlin', '2026-10-25')
    expect(autumn).toHaveLength(25)
    expect(autumn.slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'])
  })

  it('returns an empty period for a day that the zone skipped', () => {
    const apia = calendar('Pacific/Apia')
    expect(apia.startOfDay(dayNumber('2011-12-30'))).toBe(apia.startOfDay(dayNumber('2011-12-31')))
  })

  it('agrees with Intl about the day of any instant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: ms('2012-01-01T00:00:00Z'), max: ms('2035-01-01T00:00:00Z') }),
        (zone, instant) => {
          const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(instant)
          const cal = calendar(zone)
          expect(cal.dateOf(instant)).toBe(local)
          expect(cal.startOfDay(dayNumber(local))).toBeLessThanOrEqual(instant)
          expect(cal.startOfDay(dayNumber(local) + 1)).toBeGreaterThan(instant)
          expect(ms(cal.format(instant))).toBe(Math.floor(instant / SECOND_MS) * SECOND_MS)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('divides any period into intervals that follow each other without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.constantFrom('hour', 'day', 'week', 'month'),
        fc.constantFrom('monday', 'sunday'),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 120 }),
        (zone, interval, weekStart, first, length) => {
          const cal = calendar(zone)
          const from = dayNumber('2014-01-01') + first
          const range = { startMs: cal.startOfDay(from), endMs: cal.startOfDay(from + length) }
          const { buckets } = bucketing(cal, interval, weekStart, range)
          expect(buckets[0]?.startMs).toBe(range.startMs)
          expect(buckets.at(-1)?.endMs).toBe(range.endMs)
          expect(new Set(buckets.map((bucket) => bucket.key)).size).toBe(buckets.length)
          for (const [i, bucket] of buckets.entries()) {
            expect(bucket.endMs).toBeGreaterThan(bucket.startMs)
            if (i > 0) expect(buckets[i - 1]?.endMs).toBe(bucket.startMs)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('begins weeks on the preferred day', () => {
    const utc = calendar('UTC')
    const starts = (weekStart: 'monday' | 'sunday') =>
      bucketing(utc, 'week', weekStart, {
        startMs: ms('2026-01-01T00:00:00Z'),
        endMs: ms('2026-01-20T00:00:00Z'),
      }).buckets.map((bucket) => utc.dateOf(bucket.startMs))
    expect(starts('monday')).toEqual(['2026-01-01', '2026-01-05', '2026-01-12', '2026-01-19'])
    expect(starts('sunday')).toEqual(['2026-01-01', '2026-01-04', '2026-01-11', '2026-01-18'])
  })
})
