import {
  type AlertRule,
  addDays,
  dateIn,
  HOUR_MS,
  type InstantSpan,
  instantAtSameTime,
  type LocalDate,
  MINUTE_MS,
  startOfDay,
  startOfHourIn,
  type TimeZone,
} from '@footfall/core-domain'

const WEEKS = 4
/** Events reach the figures within seconds; the rest is for clocks that differ. */
const AFTER_HOUR_MS = 5 * MINUTE_MS
const AFTER_DAY_MS = 15 * MINUTE_MS
const GOAL_EVERY_MS = 5 * MINUTE_MS
const SILENT_EVERY_MS = 10 * MINUTE_MS
/** Where events of the span still wait to be counted. */
export const RETRY_MS = 2 * MINUTE_MS

/** A span, and the same hours of the four weeks before. */
export interface ComparedSpans {
  readonly span: InstantSpan
  readonly earlier: readonly InstantSpan[]
  /** Events up to here must have been counted. */
  readonly countedUntilMs: number
}

/** The spans that a rule is about at an instant. */
export function spansOf(rule: Exclude<AlertRule, { kind: 'goal' }>, timezone: TimeZone, nowMs: number): ComparedSpans {
  switch (rule.kind) {
    case 'spike':
    case 'drop':
    case 'errors':
      return rule.span === 'hour' ? lastHours(1, timezone, nowMs) : lastDay(timezone, nowMs)
    case 'silent':
      return silentHours(rule.hours, timezone, nowMs)
  }
}

/** When an alert is judged next. A rule of hours or days is judged once for each of them. */
export function nextDueMs(rule: AlertRule, timezone: TimeZone, nowMs: number): number {
  switch (rule.kind) {
    case 'spike':
    case 'drop':
    case 'errors':
      return rule.span === 'hour'
        ? startOfHourIn(timezone, nowMs - AFTER_HOUR_MS) + HOUR_MS + AFTER_HOUR_MS
        : startOfDay(timezone, addDays(dateIn(timezone, nowMs - AFTER_DAY_MS), 1)) + AFTER_DAY_MS
    case 'goal':
      return nowMs + GOAL_EVERY_MS
    case 'silent':
      return nowMs + SILENT_EVERY_MS
  }
}

/** The days of a zone that a span lies in. */
export function daysOf({ startMs, endMs }: InstantSpan, timezone: TimeZone): { from: LocalDate; to: LocalDate } {
  return { from: dateIn(timezone, startMs), to: dateIn(timezone, endMs - 1) }
}

function lastHours(hours: number, timezone: TimeZone, nowMs: number): ComparedSpans {
  const endMs = startOfHourIn(timezone, nowMs)
  const until = (end: number) => ({ startMs: end - hours * HOUR_MS, endMs: end })
  return {
    span: until(endMs),
    earlier: weeks().map((week) =>
      until(instantAtSameTime(timezone, addDays(dateIn(timezone, endMs), -7 * week), endMs)),
    ),
    countedUntilMs: endMs,
  }
}

/** The running hour belongs to the silence too: an event in it ends it. Events that wait to be counted are none of it. */
function silentHours(hours: number, timezone: TimeZone, nowMs: number): ComparedSpans {
  const { span, ...compared } = lastHours(hours, timezone, nowMs)
  return { ...compared, span: { ...span, endMs: Math.max(span.endMs, nowMs) } }
}

function lastDay(timezone: TimeZone, nowMs: number): ComparedSpans {
  const today = dateIn(timezone, nowMs)
  const dayBefore = (date: LocalDate) => ({
    startMs: startOfDay(timezone, addDays(date, -1)),
    endMs: startOfDay(timezone, date),
  })
  const span = dayBefore(today)
  const earlier = weeks().map((week) => dayBefore(addDays(today, -7 * week)))
  return { span, earlier, countedUntilMs: span.endMs }
}

const weeks = () => Array.from({ length: WEEKS }, (_, i) => i + 1)
