import type { Interval, Preferences } from '@footfall/core-domain'
import { integer, joinSql, type Sql, sql } from '@footfall/warehouse'
import type { Calendar, OffsetSpan } from './calendar.ts'

/** One interval of a series: the key by which SQL groups it and the span of UTC seconds that it covers. */
export interface Bucket {
  readonly key: number
  readonly start: number
  readonly end: number
}

export interface Bucketing {
  /** Every interval that touches the span, in order. The first and last are cut to the span. */
  readonly buckets: readonly Bucket[]
  /** The key of the interval that a column of instants falls in. */
  keyOf(instant: Sql): Sql
  /** Whether every edge lies on a quarter of an hour, so that the rollup can answer. */
  readonly onQuarters: boolean
}

type WeekStart = Preferences['week_starts_on']
const DAY = 86_400
const HOUR = 3600
const QUARTER = 900
/** 1970-01-01 was a Thursday: this many days after a Monday, and one more after a Sunday. */
const EPOCH_WEEKDAY: Readonly<Record<WeekStart, number>> = { monday: 3, sunday: 4 }

/** Cuts [start, end), in UTC seconds, into the zone's intervals. */
export function bucketing(
  calendar: Calendar,
  interval: Interval,
  weekStart: WeekStart,
  start: number,
  end: number,
): Bucketing {
  const spans = calendar.spans(start, end)
  const buckets = interval === 'hour' ? hours(spans) : days(calendar, interval, weekStart, start, end)
  return {
    buckets,
    keyOf: (instant) => (interval === 'hour' ? hourKey(spans, instant) : dayKey(spans, interval, weekStart, instant)),
    onQuarters: buckets.every((bucket) => bucket.start % QUARTER === 0 && bucket.end % QUARTER === 0),
  }
}

/**
 * An hour is a clock hour of one offset: where clocks go back there are two of the same name, told apart by their
 * offsets, and a change of half an hour leaves a short one.
 */
function hours(spans: readonly OffsetSpan[]): readonly Bucket[] {
  const buckets: Bucket[] = []
  for (const { start, end, offset } of spans) {
    for (let at = start; at < end; ) {
      const next = Math.min(Math.floor((at + offset) / HOUR) * HOUR + HOUR - offset, end)
      buckets.push({ key: at, start: at, end: next })
      at = next
    }
  }
  return buckets
}

function hourKey(spans: readonly OffsetSpan[], instant: Sql): Sql {
  const second = sql`toInt64(toUnixTimestamp(${instant}))`
  const offset = byOffset(spans, second, (span) => integer(span.offset))
  const spanStart = byOffset(spans, second, (span) => integer(span.start))
  return sql`greatest(intDiv(${second} + ${offset}, 3600) * 3600 - ${offset}, ${spanStart})`
}

function days(
  calendar: Calendar,
  interval: Exclude<Interval, 'hour'>,
  weekStart: WeekStart,
  start: number,
  end: number,
): readonly Bucket[] {
  const buckets: Bucket[] = []
  const lastDay = localDay(calendar, end - 1)
  for (let day = localDay(calendar, start); day <= lastDay; ) {
    const key = firstDay(day, interval, weekStart)
    const next = nextFirstDay(key, interval)
    const from = Math.max(calendar.dayStart(day), start)
    const to = Math.min(calendar.dayStart(next), end)
    buckets.push({ key, start: from, end: to })
    day = next
  }
  return buckets
}

function localDay(calendar: Calendar, second: number): number {
  return Math.floor((second + calendar.offsetAt(second)) / DAY)
}

function firstDay(day: number, interval: Exclude<Interval, 'hour'>, weekStart: WeekStart): number {
  if (interval === 'day') return day
  if (interval === 'week') return day - ((day + EPOCH_WEEKDAY[weekStart]) % 7)
  const date = new Date(day * DAY * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000 / DAY
}

function nextFirstDay(first: number, interval: Exclude<Interval, 'hour'>): number {
  if (interval === 'day') return first + 1
  if (interval === 'week') return first + 7
  const date = new Date(first * DAY * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000 / DAY
}

function dayKey(
  spans: readonly OffsetSpan[],
  interval: Exclude<Interval, 'hour'>,
  weekStart: WeekStart,
  instant: Sql,
): Sql {
  const second = sql`toInt64(toUnixTimestamp(${instant}))`
  const day = sql`intDiv(${second} + ${byOffset(spans, second, (span) => integer(span.offset))}, 86400)`
  if (interval === 'day') return day
  if (interval === 'week') return sql`${day} - (${day} + ${integer(EPOCH_WEEKDAY[weekStart])}) % 7`
  return sql`toInt64(toUInt16(toStartOfMonth(toDate(toUInt16(${day})))))`
}

/** Picks a number by the span that a second lies in. Zones without a change in sight cost nothing. */
function byOffset(spans: readonly OffsetSpan[], second: Sql, value: (span: OffsetSpan) => Sql): Sql {
  const last = spans.at(-1)
  if (!last) return integer(0)
  if (spans.length === 1) return value(last)
  const branches = spans.slice(0, -1).map((span) => sql`${second} < ${integer(span.end)}, ${value(span)}`)
  return sql`multiIf(${joinSql(branches, ', ')}, ${value(last)})`
}
