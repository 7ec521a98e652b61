import {
  type AskedScope,
  dateIn,
  firstKeptDay,
  HOUR_MS,
  type InstantRange,
  type LocalDate,
  type ReportRange,
  startOfDay,
  type Traffic,
  trafficOf,
  zonedDays,
} from '@footfall/core-domain'
import { type Calendar, calendarOf } from './calendar.ts'

/** A visit lasts at most as long as its salt, so its rows lie within this of each other. */
export const VISIT_MS_MAX = 48 * HOUR_MS

/** Rows of UTC days in a row, those of each day being of the visits that began on it. */
export interface RowsOfDays {
  /** The UTC days. */
  readonly days: InstantRange
  /** Those of the rows that count: of events by their instant, of visits by when they began. */
  readonly counted: InstantRange
  /** No row of these days came at or after this; undefined where that is not known. */
  readonly endedMs: number | undefined
}

/** The instants whose rows a question is about, and the visits and days to which it is confined. */
export interface KeptRange extends InstantRange {
  /** Which visits; all of them where it is absent. */
  readonly traffic?: Traffic
  readonly only?: readonly RowsOfDays[]
}

/** A range of local days as the engine will be asked for it. */
export interface ResolvedRange {
  readonly calendar: Calendar
  readonly dates: ReportRange
  /** The whole requested range, unless it is cut. */
  readonly asked: InstantRange
  /** What is left of it within retention; empty when nothing is. */
  readonly kept: KeptRange
  readonly availableFrom: LocalDate
  readonly nowMs: number
  /** The local day that is running. */
  readonly today: LocalDate
  /** Why the range cannot have data; undefined where it can. */
  readonly outside: 'beyond_retention' | 'in_the_future' | undefined
}

/** `untilMs` cuts the period before the end of its last day. */
export function resolveRange(
  { timezone, preferences, traffic }: AskedScope,
  dates: ReportRange,
  nowMs: number,
  untilMs?: number,
): ResolvedRange {
  const { startMs, endMs } = zonedDays(timezone, dates)
  const asked = { startMs, endMs: untilMs ?? endMs }
  const today = dateIn(timezone, nowMs)
  const availableFrom = firstKeptDay(timezone, preferences, nowMs)
  const keptFromMs = startOfDay(timezone, availableFrom)
  return {
    calendar: calendarOf(timezone),
    dates,
    asked,
    kept: {
      startMs: Math.max(asked.startMs, keptFromMs),
      endMs: asked.endMs,
      traffic: trafficOf({ preferences, traffic }),
    },
    availableFrom,
    nowMs,
    today,
    outside: asked.startMs > nowMs ? 'in_the_future' : asked.endMs <= keptFromMs ? 'beyond_retention' : undefined,
  }
}
