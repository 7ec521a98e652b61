import {
  addDays,
  dateIn,
  type InstantSpan,
  type LocalDate,
  type ReportRange,
  type ReportScope,
  startOfDay,
  zonedDays,
} from '@footfall/core-domain'
import { type Calendar, calendarOf } from '../calendar/calendar.ts'

/** A range of local days as the engine will be asked for it. */
export interface ResolvedSpan {
  readonly calendar: Calendar
  readonly range: ReportRange
  /** The whole range asked for, as far as it is not cut. */
  readonly asked: InstantSpan
  /** What is left of it within retention; empty when nothing is. */
  readonly kept: InstantSpan
  readonly availableFrom: LocalDate
  readonly nowMs: number
  /** The local day that is running. */
  readonly today: LocalDate
  /** Why there can be nothing at all in it, whatever was collected. */
  readonly outside: 'beyond_retention' | 'in_the_future' | undefined
}

/** `untilMs` cuts the span before the end of its last day. */
export function resolveSpan(
  { timezone, preferences }: ReportScope,
  range: ReportRange,
  nowMs: number,
  untilMs?: number,
): ResolvedSpan {
  const { startMs, endMs } = zonedDays(timezone, range)
  const asked = { startMs, endMs: untilMs ?? endMs }
  const today = dateIn(timezone, nowMs)
  const availableFrom = addDays(today, -preferences.retention_days)
  const keptFromMs = startOfDay(timezone, availableFrom)
  return {
    calendar: calendarOf(timezone),
    range,
    asked,
    kept: { startMs: Math.max(asked.startMs, keptFromMs), endMs: asked.endMs },
    availableFrom,
    nowMs,
    today,
    outside: asked.startMs > nowMs ? 'in_the_future' : asked.endMs <= keptFromMs ? 'beyond_retention' : undefined,
  }
}
