import type { LocalDate, Preferences, ReportMeta, ReportRange, ReportScope, Timestamp } from '@footfall/core-domain'
import { type Calendar, calendarOf, dayFromNumber, dayNumber } from './calendar.ts'
import type { Span } from './filters.ts'

/** A range of local days as the engine will be asked for it. */
export interface ResolvedSpan {
  readonly calendar: Calendar
  readonly weekStart: Preferences['week_starts_on']
  /** The whole range asked for, in UTC seconds. */
  readonly asked: Span
  /** What is left of it within retention; empty when nothing is. */
  readonly kept: Span
  readonly availableFrom: LocalDate
  readonly now: number
  /** Why there can be nothing at all in it, whatever was collected. */
  readonly outside: 'beyond_retention' | 'in_the_future' | undefined
}

export function resolveSpan(scope: ReportScope, { from, to }: ReportRange, nowMs: number): ResolvedSpan {
  const calendar = calendarOf(scope.timezone)
  const now = nowMs / 1000
  const firstKept = dayNumber(calendar.dayOf(Math.floor(now))) - scope.preferences.retention_days
  const asked = { start: calendar.dayStart(dayNumber(from)), end: calendar.dayStart(dayNumber(to) + 1) }
  const keptFrom = calendar.dayStart(firstKept)
  return {
    calendar,
    weekStart: scope.preferences.week_starts_on,
    asked,
    kept: { start: Math.max(asked.start, keptFrom), end: asked.end },
    availableFrom: dayFromNumber(firstKept),
    now,
    outside: asked.start > now ? 'in_the_future' : asked.end <= keptFrom ? 'beyond_retention' : undefined,
  }
}

export function metaOf(
  scope: ReportScope,
  range: ReportRange,
  { span, freshUntil, rowsWithheld = 0 }: { span: ResolvedSpan; freshUntil: Timestamp; rowsWithheld?: number },
): ReportMeta {
  return {
    product: scope.product,
    timezone: scope.timezone,
    from: range.from,
    to: range.to,
    retention: { days: scope.preferences.retention_days, available_from: span.availableFrom },
    suppression: { threshold: scope.preferences.suppression_threshold, rows_withheld: rowsWithheld },
    fresh_until: freshUntil,
  }
}
