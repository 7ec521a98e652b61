import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { nearestFor } from '../known-names.ts'
import { parseInput } from '../validation.ts'
import { timestamp } from './instant.ts'
import { LocalDate } from './local-date.ts'
import { dateIn, instantAtSameTime, offsetRanges, startOfDay, TimeZone, zonedDay, zonedDays } from './time-zone.ts'
import { HOUR_MS } from './units.ts'

const zone = (name: string) => TimeZone.parse(name)
const date = (text: string) => LocalDate.parse(text)
const ms = (text: string) => Date.parse(text)
const hours = (name: string, day: string) => {
  const { startMs, endMs } = zonedDay(zone(name), date(day))
  return (endMs - startMs) / HOUR_MS
}

it.each([
  ['New York', 'America/New_York'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['Berlin', 'Europe/Berlin'],
])('suggests the time zone of a city: %s', (city, name) => {
  expect(nearestFor(TimeZone, city)[0]).toBe(name)
})

describe('the days of a time zone', () => {
  it.each([
    ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-19T10:00:00.000Z'],
  ])('starts a day at local midnight: %s on %s', (name, day, start) => {
    expect(timestamp(startOfDay(zone(name), date(day)))).toBe(start)
  })

  it('starts a day at its first existing instant if midnight is skipped', () => {
    expect(timestamp(startOfDay(zone('Africa/Cairo'), date('2024-04-26')))).toBe('2024-04-25T22:00:00.000Z')
    expect(dateIn(zone('Africa/Cairo'), ms('2024-04-25T21:59:59.999Z'))).toBe('2024-04-25')
  })

  it('starts a day at the first of two midnights if clocks go back across midnight', () => {
    expect(timestamp(startOfDay(zone('America/Havana'), date('2026-11-01')))).toBe('2026-11-01T04:00:00.000Z')
  })

  it('a day has 23 or 25 hours when clocks change', () => {
    expect(hours('Europe/Berlin', '2026-03-29')).toBe(23)
    expect(hours('Europe/Berlin', '2026-10-25')).toBe(25)
  })

  it('a day that the time zone skipped has no time', () => {
    expect(hours('Pacific/Apia', '2011-12-30')).toBe(0)
  })

  it('returns consecutive days without a gap or overlap', () => {
    const days = zonedDays(zone('Europe/Berlin'), { from: date('2026-03-28'), to: date('2026-03-30') })
    expect(days.endMs - days.startMs).toBe(71 * HOUR_MS)
  })

  it('returns different dates of one instant in different time zones', () => {
    const instant = ms('2026-11-20T11:00:00Z')
    expect(dateIn(zone('Pacific/Kiritimati'), instant)).toBe('2026-11-21')
    expect(dateIn(zone('Pacific/Pago_Pago'), instant)).toBe('2026-11-20')
  })
})

describe('the same time of another day', () => {
  it.each([
    ['on an ordinary day', 'Europe/Berlin', '2026-11-22T02:10:00Z', '2026-11-21', '2026-11-21T02:10:00.000Z'],
    ['across a change of clocks', 'Europe/Berlin', '2026-10-25T14:00:00Z', '2026-10-24', '2026-10-24T13:00:00.000Z'],
    ['where clocks skipped it', 'Europe/Berlin', '2026-03-30T00:30:00Z', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['where clocks showed it twice', 'Europe/Berlin', '2026-10-26T01:30:00Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['where midnight is skipped', 'Africa/Cairo', '2024-04-26T21:00:00Z', '2024-04-26', '2024-04-25T22:00:00.000Z'],
    [
      'on a day that the zone skipped',
      'Pacific/Apia',
      '2012-01-01T00:00:00Z',
      '2011-12-30',
      '2011-12-30T10:00:00.000Z',
    ],
  ])('finds the same time of another day %s', (_, name, instant, day, found) => {
    expect(timestamp(instantAtSameTime(zone(name), date(day), ms(instant)))).toBe(found)
  })
})

describe('the offsets of a time zone', () => {
  it('changes the offset of a time zone when clocks change, and covers the period without a gap', () => {
    const year = { startMs: ms('2026-01-01T00:00:00Z'), endMs: ms('2027-01-01T00:00:00Z') }
    expect(offsetRanges(zone('Europe/Berlin'), year)).toEqual([
      { startMs: year.startMs, endMs: ms('2026-03-29T01:00:00Z'), offsetMs: HOUR_MS },
      { startMs: ms('2026-03-29T01:00:00Z'), endMs: ms('2026-10-25T01:00:00Z'), offsetMs: 2 * HOUR_MS },
      { startMs: ms('2026-10-25T01:00:00Z'), endMs: year.endMs, offsetMs: HOUR_MS },
    ])
  })

  it('returns no offsets of a time zone for an empty period', () => {
    expect(offsetRanges(zone('UTC'), { startMs: 5, endMs: 5 })).toEqual([])
  })

  it.each(['Africa/Monrovia', 'America/Sao_Paulo', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'returns the offsets that Intl has from 1970 to 2148: %s',
    (name) => {
      const endMs = ms('2149-01-01T00:00:00Z')
      const ranges = offsetRanges(zone(name), { startMs: 0, endMs })
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
      for (let instant = 0; instant < endMs; instant += 12_345_678_000) {
        const range = ranges.find(({ startMs, endMs: end }) => startMs <= instant && instant < end)
        expect(ms(`${format.format(instant).replace(' ', 'T')}Z`) - instant).toBe(range?.offsetMs)
      }
    },
  )
})

describe('the name of a time zone', () => {
  it.each(['UTC', 'utc', 'Europe/Berlin', 'Etc/GMT+5', 'US/Pacific', 'EST'])(
    'accepts %s as the name of a time zone, with its days',
    (name) => {
      expect(hours(name, '2026-05-05')).toBe(24)
    },
  )

  it.each(['PST', 'IST', 'JST', '+02:00', 'Berlin', ''])(
    'rejects %j as the name of a time zone, as it is not an IANA name',
    (name) => {
      expect(TimeZone.safeParse(name).success).toBe(false)
    },
  )

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['utc', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('accepts the zone %s in any case, as IANA spells it: %s', (given, spelled) => {
    expect(TimeZone.parse(given)).toBe(spelled)
  })

  it('suggests similar names for an unknown time zone', () => {
    const parsing = (timezone: string) => () => parseInput(z.object({ timezone: TimeZone.optional() }), { timezone })
    const suggesting = (name: string) => ({
      errors: [expect.objectContaining({ path: 'timezone', did_you_mean: [name] })],
    })
    expect(parsing('Europe/Berln')).toThrow(expect.objectContaining(suggesting('Europe/Berlin')))
    expect(parsing('Berlin')).toThrow(expect.objectContaining(suggesting('Europe/Berlin')))
  })
})

it('looks up no name of a time zone that is longer than 64 characters', () => {
  const { error } = TimeZone.safeParse('Europe/'.repeat(28_000))
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})
