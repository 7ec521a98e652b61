import {
  DAY_SECONDS,
  HOUR_MS,
  HOUR_SECONDS,
  type InstantRange,
  type Interval,
  MINUTE_MS,
  type OffsetRange,
  type Preferences,
  SECOND_MS,
} from '@footfall/core-domain'
import { integer, joinSql, type Sql, sql } from '@footfall/warehouse'
import { type Calendar, firstDayOfMonth } from './calendar.ts'

/** One interval of a series: the period that it covers and the key by which SQL groups it. */
export interface Bucket extends InstantRange {
  readonly key: number
}

export interface Bucketing {
  /** Every interval that touches the period, in order. The first and last are cut to the period. */
  readonly buckets: readonly Bucket[]
  /** The key of the interval that a column of instants falls in. */
  keyOf(instant: Sql): Sql
  /** The key of the interval that a local day lies in, by the number of the day. Hours and minutes have none. */
  keyOfDay(day: Sql): Sql
}

/** Intervals within a day, which days of imports and closed days cannot be divided into. */
type ClockInterval = 'minute' | 'hour'
type DayInterval = Exclude<Interval, ClockInterval>

export function isClockInterval(interval: Interval): interval is ClockInterval {
  return interval === 'minute' || interval === 'hour'
}

type WeekStart = Preferences['week_starts_on']
/** The rollup's rows are quarters of an hour. */
export const QUARTER_MS = 15 * MINUTE_MS
const LENGTH_MS: Readonly<Record<ClockInterval, number>> = { minute: MINUTE_MS, hour: HOUR_MS }
/** 1970-01-01 was a Thursday: this many days after a Monday, and one more after a Sunday. */
const EPOCH_WEEKDAY: Readonly<Record<WeekStart, number>> = { monday: 3, sunday: 4 }

/** Cuts a period into the zone's intervals. */
export function bucketing(
  calendar: Calendar,
  interval: Interval,
  weekStart: WeekStart,
  range: InstantRange,
): Bucketing {
  const offsets = calendar.offsets(range)
  return {
    buckets: isClockInterval(interval)
      ? clockIntervals(offsets, LENGTH_MS[interval])
      : days(calendar, interval, weekStart, range),
    keyOf: (instant) =>
      isClockInterval(interval)
        ? clockKey(offsets, LENGTH_MS[interval], instant)
        : dayKey(offsets, interval, weekStart, instant),
    keyOfDay(day) {
      if (isClockInterval(interval)) throw new TypeError(`a day is in no ${interval}`)
      return keyOfDay(interval, weekStart, day)
    },
  }
}

/** Whether both ends of a period lie between two rows of the rollup. */
export function isOnQuarters({ startMs, endMs }: InstantRange): boolean {
  return startMs % QUARTER_MS === 0 && endMs % QUARTER_MS === 0
}

/**
 * An hour is a clock hour of one offset: where clocks go back there are two of the same name, distinguished by their
 * offsets, and a change of half an hour leaves a short one.
 */
function clockIntervals(offsets: readonly OffsetRange[], lengthMs: number): readonly Bucket[] {
  const buckets: Bucket[] = []
  for (const { startMs: first, endMs: last, offsetMs } of offsets) {
    for (let startMs = first; startMs < last; ) {
      const endMs = Math.min(Math.floor((startMs + offsetMs) / lengthMs) * lengthMs + lengthMs - offsetMs, last)
      buckets.push({ key: startMs / SECOND_MS, startMs, endMs })
      startMs = endMs
    }
  }
  return buckets
}

function clockKey(offsets: readonly OffsetRange[], lengthMs: number, instant: Sql): Sql {
  const seconds = epochSeconds(instant)
  const offset = byOffset(offsets, seconds, ({ offsetMs }) => offsetMs)
  const rangeStart = byOffset(offsets, seconds, ({ startMs }) => startMs)
  const length = integer(lengthMs / SECOND_MS)
  return sql`greatest(intDiv(${seconds} + ${offset}, ${length}) * ${length} - ${offset}, ${rangeStart})`
}

function days(
  calendar: Calendar,
  interval: DayInterval,
  weekStart: WeekStart,
  { startMs, endMs }: InstantRange,
): readonly Bucket[] {
  const buckets: Bucket[] = []
  const lastDay = calendar.dayOf(endMs - 1)
  for (let day = calendar.dayOf(startMs); day <= lastDay; ) {
    const key = firstDay(day, interval, weekStart)
    const next = nextFirstDay(key, interval)
    buckets.push({
      key,
      startMs: Math.max(calendar.startOfDay(day), startMs),
      endMs: Math.min(calendar.startOfDay(next), endMs),
    })
    day = next
  }
  return buckets
}

function firstDay(day: number, interval: DayInterval, weekStart: WeekStart): number {
  switch (interval) {
    case 'day':
      return day
    case 'week':
      return day - ((day + EPOCH_WEEKDAY[weekStart]) % 7)
    case 'month':
      return firstDayOfMonth(day)
  }
}

function nextFirstDay(first: number, interval: DayInterval): number {
  switch (interval) {
    case 'day':
      return first + 1
    case 'week':
      return first + 7
    case 'month':
      return firstDayOfMonth(first, 1)
  }
}

function dayKey(offsets: readonly OffsetRange[], interval: DayInterval, weekStart: WeekStart, instant: Sql): Sql {
  const seconds = epochSeconds(instant)
  return keyOfDay(
    interval,
    weekStart,
    sql`intDiv(${seconds} + ${byOffset(offsets, seconds, ({ offsetMs }) => offsetMs)}, ${integer(DAY_SECONDS)})`,
  )
}

/** The key of the interval that a local day lies in, given by its number. */
function keyOfDay(interval: DayInterval, weekStart: WeekStart, day: Sql): Sql {
  switch (interval) {
    case 'day':
      return day
    case 'week':
      return sql`${day} - (${day} + ${integer(EPOCH_WEEKDAY[weekStart])}) % 7`
    case 'month':
      return sql`toInt64(toUInt16(toStartOfMonth(toDate(toUInt16(${day})))))`
  }
}

function epochSeconds(instant: Sql): Sql {
  return sql`toInt64(toUnixTimestamp(${instant}))`
}

/** Seconds taken from the offset period that an instant lies in. A zone without a change within the period costs nothing. */
function byOffset(offsets: readonly OffsetRange[], seconds: Sql, msOf: (range: OffsetRange) => number): Sql {
  const last = offsets.at(-1)
  if (!last) return integer(0)
  const value = (range: OffsetRange) => integer(msOf(range) / SECOND_MS)
  if (offsets.length === 1) return value(last)
  const branches = offsets
    .slice(0, -1)
    .map((range) => sql`${seconds} < ${integer(range.endMs / SECOND_MS)}, ${value(range)}`)
  return sql`multiIf(${joinSql(branches, ', ')}, ${value(last)})`
}

/** The first day of the week of a day, both as numbers of days since 1970. */
export function firstDayOfWeek(day: number, weekStart: WeekStart): number {
  return firstDay(day, 'week', weekStart)
}

/** The first day of the local week of an instant, as a number of days since 1970. `period` covers the instants. */
export function weekKey(calendar: Calendar, weekStart: WeekStart, range: InstantRange, instant: Sql): Sql {
  return dayKey(calendar.offsets(range), 'week', weekStart, instant)
}

/** The local weekday of an instant, from 1 for Monday to 7. `period` covers the instants. */
export function weekdayKey(calendar: Calendar, range: InstantRange, instant: Sql): Sql {
  const day = sql`intDiv(${localSeconds(calendar, range, instant)}, ${integer(DAY_SECONDS)})`
  return sql`((${day} + ${integer(EPOCH_WEEKDAY.monday)}) % 7 + 1)`
}

/** The local hour of an instant, from 0 to 23. `period` covers the instants. */
export function hourOfDayKey(calendar: Calendar, range: InstantRange, instant: Sql): Sql {
  return sql`intDiv(${localSeconds(calendar, range, instant)} % ${integer(DAY_SECONDS)}, ${integer(HOUR_SECONDS)})`
}

function localSeconds(calendar: Calendar, range: InstantRange, instant: Sql): Sql {
  const seconds = epochSeconds(instant)
  return sql`(${seconds} + ${byOffset(calendar.offsets(range), seconds, ({ offsetMs }) => offsetMs)})`
}
