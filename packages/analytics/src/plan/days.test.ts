import { DAY_MS, HOUR_MS, LocalDate, startOfDay, TimeZone } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { bucketing } from '../calendar/buckets.ts'
import { calendarOf } from '../calendar/calendar.ts'
import type { ClosedDay } from '../days/closed-days.ts'
import { type DaysRead, daysRead } from './days.ts'

const utcDay = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const at = (instant: string) => Date.parse(instant)

interface Closing {
  readonly zone: string
  readonly from: string
  readonly to: string
  /** Of days whose last event is not one hour after their end. */
  readonly last?: Readonly<Record<string, string>>
  readonly without?: readonly string[]
}

function closed({ zone, from, to, last = {}, without = [] }: Closing): readonly ClosedDay[] {
  const timezone = TimeZone.parse(zone)
  const days: ClosedDay[] = []
  for (let day = utcDay(from); day <= utcDay(to); day++) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
    if (without.includes(date)) continue
    const calendar = calendarOf(timezone)
    days.push({
      day,
      version: '1',
      cutMs: calendar.startOfDay(calendar.dayOf(day * DAY_MS) + 1),
      lastMs: last[date] === undefined ? (day + 1) * DAY_MS + HOUR_MS : at(last[date]),
      lists: new Set(['', ...(date === '2026-10-04' ? [] : ['page'])]),
    })
  }
  return days
}

interface Asked extends Partial<Closing> {
  readonly zone: string
  /** The zone of the question, where it is another. */
  readonly askedIn?: string
  readonly range: readonly [string, string]
  readonly list?: string
  readonly bySeen?: boolean
  readonly interval?: 'day' | 'week'
}

function read({ range: [from, to], askedIn, list = '', bySeen = false, interval, ...closing }: Asked) {
  const timezone = TimeZone.parse(askedIn ?? closing.zone)
  const range = {
    startMs: startOfDay(timezone, LocalDate.parse(from)),
    endMs: startOfDay(timezone, LocalDate.parse(to)),
  }
  const buckets = interval && bucketing(calendarOf(timezone), interval, 'monday', range).buckets
  const days = closed({ from: '2026-10-01', to: '2026-10-31', ...closing })
  return described(daysRead({ firstDay: utcDay('2026-10-01'), closed: days }, { range, buckets, list, bySeen }))
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(5, 10)

/** `05 whole`, and of days that are read from rows `raw 10-05..10-07`, the second not included. */
function described(days: DaysRead | undefined): string | undefined {
  if (days === undefined) return undefined
  const used = days.used.map(({ closed: { day }, part, bucket }) => {
    const interval = bucket === undefined ? '' : ` in ${dateOf(bucket * DAY_MS)}`
    return `${dateOf(day * DAY_MS)} ${part}${interval}`
  })
  const raw = days.raw.map(
    ({ days: of, counted }) =>
      `raw ${dateOf(of.startMs)}..${dateOf(of.endMs)} from ${new Date(counted.startMs).toISOString().slice(5, 16)}`,
  )
  return [...used, ...raw].join(', ')
}

describe('daysRead', () => {
  it.each<{ readonly what: string; readonly asked: Asked; readonly reads: string | undefined }>([
    {
      what: 'a day of UTC is its own day until midnight, and what visits of the day before did after it',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-11'] },
      reads: '10-09 after, 10-10 before',
    },
    {
      what: 'days within a period count whole',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-13'] },
      reads: '10-09 after, 10-10 whole, 10-11 whole, 10-12 before',
    },
    {
      what: 'a day that ends without events after midnight counts whole, and the next period needs nothing of it',
      asked: {
        zone: 'UTC',
        range: ['2026-10-10', '2026-10-11'],
        last: { '2026-10-09': '2026-10-09T23:00:00Z', '2026-10-10': '2026-10-10T23:59:59.999Z' },
      },
      reads: '10-10 whole',
    },
    {
      what: 'a zone east of UTC parts the days at its own midnight',
      asked: { zone: 'Asia/Kathmandu', range: ['2026-10-10', '2026-10-12'] },
      reads: '10-09 after, 10-10 whole, 10-11 before',
    },
    {
      what: 'a zone west of UTC parts the days at its own midnight',
      asked: { zone: 'America/St_Johns', range: ['2026-10-10', '2026-10-12'] },
      // 10-09 UTC has its midnight of the zone in the morning of the 9th, its events until 01:00 of the 10th.
      reads: '10-10 after, 10-11 whole, 10-12 before',
    },
    {
      what: 'a day on which clocks change is a day of 25 hours',
      asked: { zone: 'Europe/Berlin', range: ['2026-10-25', '2026-10-26'] },
      reads: '10-24 after, 10-25 before',
    },
    {
      what: 'a question in another zone than that of the closing reads the days at its ends from rows',
      asked: { zone: 'UTC', askedIn: 'Asia/Kathmandu', range: ['2026-10-10', '2026-10-13'] },
      reads: '10-10 whole, 10-11 whole, raw 10-09..10-10 from 10-09T18:15, raw 10-12..10-13 from 10-09T18:15',
    },
    {
      what: 'a day whose payments came later than the next midnight is read from rows if the period begins after its cut',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-12'], last: { '2026-10-08': '2026-10-10T12:00:00Z' } },
      reads: '10-09 after, 10-10 whole, 10-11 before, raw 10-08..10-09 from 10-10T00:00',
    },
    {
      what: 'a dirty day in the middle is read from rows',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-13'], without: ['2026-10-11'] },
      reads: '10-09 after, 10-10 whole, 10-12 before, raw 10-11..10-12 from 10-10T00:00',
    },
    {
      what: 'a day that is not closed before the period may have rows in it',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-11'], without: ['2026-10-03'] },
      reads: '10-09 after, 10-10 before, raw 10-03..10-04 from 10-10T00:00',
    },
    {
      what: 'days that are not closed yet are read from rows together',
      asked: { zone: 'UTC', range: ['2026-10-30', '2026-11-04'] },
      reads: '10-29 after, 10-30 whole, 10-31 whole, raw 11-01..11-04 from 10-30T00:00',
    },
    {
      what: 'a day on which the list of dimensions is not kept is read from rows',
      asked: { zone: 'UTC', range: ['2026-10-03', '2026-10-06'], list: 'page' },
      reads: '10-02 after, 10-03 whole, 10-05 before, raw 10-04..10-05 from 10-03T00:00',
    },
    {
      what: 'a period before all days that are closed uses none',
      asked: { zone: 'UTC', range: ['2026-09-20', '2026-09-25'] },
      reads: undefined,
    },
    {
      what: 'a list that no day keeps uses none',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-13'], list: 'title' },
      reads: undefined,
    },
    {
      what: 'each interval has the parts that lie in it',
      asked: { zone: 'UTC', range: ['2026-10-10', '2026-10-12'], interval: 'day' },
      reads: '10-09 after in 10-10, 10-10 before in 10-10, 10-10 after in 10-11, 10-11 before in 10-11',
    },
    {
      what: 'a day counts whole in a longer interval',
      asked: { zone: 'UTC', range: ['2026-10-08', '2026-10-13'], interval: 'week' },
      reads:
        '10-07 after in 10-05, 10-08 whole in 10-05, 10-09 whole in 10-05, 10-10 whole in 10-05, 10-11 before in 10-05, 10-11 after in 10-12, 10-12 before in 10-12',
    },
    {
      what: 'payments days later are read from rows from the interval on in which the stored numbers end',
      asked: {
        zone: 'UTC',
        range: ['2026-10-10', '2026-10-14'],
        interval: 'day',
        last: { '2026-10-10': '2026-10-12T12:00:00Z', '2026-10-11': '2026-10-11T20:00:00Z' },
      },
      reads:
        '10-09 after in 10-10, 10-10 before in 10-10, 10-11 whole in 10-11, 10-12 before in 10-12, 10-12 after in 10-13, 10-13 before in 10-13, raw 10-10..10-11 from 10-11T00:00',
    },
    {
      what: 'a visit whose event came more than two days after the period is not counted by that event',
      asked: {
        zone: 'UTC',
        range: ['2026-10-10', '2026-10-12'],
        list: 'page',
        bySeen: true,
        last: { '2026-10-11': '2026-10-14T00:00:00Z' },
      },
      reads: '10-09 after, 10-10 whole, raw 10-11..10-12 from 10-10T00:00',
    },
  ])('$what', ({ asked, reads }) => {
    expect(read(asked)).toBe(reads)
  })

  it('reads no closed days if nothing was collected', () => {
    const range = { startMs: 0, endMs: DAY_MS }
    const asked = { range, buckets: undefined, list: '', bySeen: false }
    expect(daysRead({ firstDay: undefined, closed: [] }, asked)).toBeUndefined()
  })
})
