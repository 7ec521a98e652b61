import {
  addDays,
  dateIn,
  HOUR_MS,
  type InstantRange,
  instantAtSameTime,
  type LocalDate,
  MINUTE_MS,
  startOfDay,
  startOfHourIn,
  type TimeZone,
} from '@footfall/core-domain'

const WEEKS = 4
/** Events are counted within seconds; the rest is for clocks that differ. */
const AFTER_HOUR_MS = 5 * MINUTE_MS
const AFTER_DAY_MS = 15 * MINUTE_MS
/** While events of the range still wait to be counted. */
export const RETRY_MS = 2 * MINUTE_MS

/** A range, and the same hours of the four weeks before. */
export interface ComparedRanges {
  readonly range: InstantRange
  readonly earlier: readonly InstantRange[]
  /** Events up to here must have been counted. */
  readonly countedUntilMs: number
}

/** The ranges that a rule is about at an instant. */
export type RangesAt = (timezone: TimeZone, nowMs: number) => ComparedRanges

export type AlertSpan = 'hour' | 'day'

/** The last full hour or day. */
export const lastSpan =
  (span: AlertSpan): RangesAt =>
  (timezone, nowMs) =>
    span === 'hour' ? lastHours(1, timezone, nowMs) : lastDay(timezone, nowMs)

/** A rule of hours or days is evaluated once for each of them. */
export const afterSpan = (span: AlertSpan) => (timezone: TimeZone, nowMs: number) =>
  span === 'hour'
    ? startOfHourIn(timezone, nowMs - AFTER_HOUR_MS) + HOUR_MS + AFTER_HOUR_MS
    : startOfDay(timezone, addDays(dateIn(timezone, nowMs - AFTER_DAY_MS), 1)) + AFTER_DAY_MS

/** The days of a zone that a range lies in. */
export function daysOf({ startMs, endMs }: InstantRange, timezone: TimeZone): { from: LocalDate; to: LocalDate } {
  return { from: dateIn(timezone, startMs), to: dateIn(timezone, endMs - 1) }
}

export function lastHours(hours: number, timezone: TimeZone, nowMs: number): ComparedRanges {
  const endMs = startOfHourIn(timezone, nowMs)
  const until = (end: number) => ({ startMs: end - hours * HOUR_MS, endMs: end })
  return {
    range: until(endMs),
    earlier: weeks().map((week) =>
      until(instantAtSameTime(timezone, addDays(dateIn(timezone, endMs), -7 * week), endMs)),
    ),
    countedUntilMs: endMs,
  }
}

function lastDay(timezone: TimeZone, nowMs: number): ComparedRanges {
  const today = dateIn(timezone, nowMs)
  const dayBefore = (date: LocalDate) => ({
    startMs: startOfDay(timezone, addDays(date, -1)),
    endMs: startOfDay(timezone, date),
  })
  const range = dayBefore(today)
  const earlier = weeks().map((week) => dayBefore(addDays(today, -7 * week)))
  return { range, earlier, countedUntilMs: range.endMs }
}

const weeks = () => Array.from({ length: WEEKS }, (_, i) => i + 1)
