import {
  type AskedRange,
  addDays,
  addMonths,
  type ComparedSpan,
  type Comparison,
  daysBetween,
  earlierDate,
  instantAtSameTime,
  type LocalDate,
  laterDate,
  type Period,
  type ReportRange,
  type ReportScope,
  rangeOfPeriod,
  SECOND_MS,
  type Timestamp,
  timestamp,
  yearBefore,
} from '@footfall/core-domain'
import { type ResolvedSpan, resolveSpan } from '../calendar/date-range.ts'

/** The earlier span that a question is compared with. */
export interface EarlierSpan {
  readonly period: Comparison
  /** It ends at `until` where that is set. */
  readonly span: ResolvedSpan
  /** Set where the span asked for includes the running day: the earlier span ends at the same time of its own day. */
  readonly until: Timestamp | undefined
}

/** The earlier span, cut to be as long as what has passed of the span asked for. */
export function earlierSpan(
  scope: ReportScope,
  asked: AskedRange,
  compare: ComparedSpan,
  { nowMs, today }: Pick<ResolvedSpan, 'nowMs' | 'today'>,
): EarlierSpan {
  const { range, dayOf } = alignedRange(asked, compare, scope)
  const { period } = compare
  if (today < asked.from || asked.to < today) {
    return { period, span: resolveSpan(scope, range, nowMs), until: undefined }
  }
  const lastDay = laterDate(range.from, earlierDate(range.to, dayOf(today)))
  const cut = { from: range.from, to: lastDay }
  const whole = resolveSpan(scope, cut, nowMs)
  // A day that stands for two days has passed with the first of them: 28 February for the 28th and 29th of March.
  const hasPassed = asked.from < today && dayOf(addDays(today, -1)) >= lastDay
  const atSameTime = instantAtSameTime(scope.timezone, lastDay, Math.floor(nowMs / SECOND_MS) * SECOND_MS)
  const untilMs = hasPassed ? whole.asked.endMs : Math.min(atSameTime, whole.asked.endMs)
  return { period, span: resolveSpan(scope, cut, nowMs, untilMs), until: timestamp(untilMs) }
}

/** An earlier range and, for each day of the range asked for, the day that it is compared with. */
interface AlignedRange {
  readonly range: ReportRange
  dayOf(day: LocalDate): LocalDate
}

function alignedRange(asked: AskedRange, compare: ComparedSpan, scope: ReportScope): AlignedRange {
  switch (compare.period) {
    case 'custom':
      return custom(asked, compare.range, compare.matchWeekday)
    case 'previous_year':
      return compare.matchWeekday ? daysEarlier(asked, 364) : yearEarlier(asked, scope)
    case 'previous_period':
      return compare.matchWeekday ? daysEarlier(asked, wholeWeeksOf(asked)) : periodEarlier(asked, scope)
  }
}

/** By these periods calendars are cut; each is compared with the one so many months before. */
const CALENDAR_MONTHS: Partial<Record<Period, number>> = {
  this_month: 1,
  last_month: 1,
  this_quarter: 3,
  last_quarter: 3,
  this_year: 12,
  last_year: 12,
  '12mo': 12,
}

function periodEarlier(asked: AskedRange, scope: ReportScope): AlignedRange {
  const { period } = asked
  const months = period && CALENDAR_MONTHS[period]
  if (period && months) return monthsEarlier(asked, period, months, scope)
  const isWeek = period === 'this_week' || period === 'last_week'
  return daysEarlier(asked, isWeek ? 7 : lengthOf(asked))
}

function yearEarlier(asked: AskedRange, scope: ReportScope): AlignedRange {
  if (asked.period && CALENDAR_MONTHS[asked.period]) return monthsEarlier(asked, asked.period, 12, scope)
  return { range: { from: yearBefore(asked.from), to: yearBefore(asked.to) }, dayOf: yearBefore }
}

/** The same period as of a day so many months before. */
function monthsEarlier(asked: ReportRange, period: Period, months: number, { preferences }: ReportScope): AlignedRange {
  const dayOf = (day: LocalDate) => addMonths(day, -months)
  // Whole periods follow on their last day, running ones end today.
  const asOf = period.startsWith('last_') ? addDays(asked.to, 1) : asked.to
  const days = { today: dayOf(asOf), weekStart: preferences.week_starts_on, firstDay: asked.from }
  return { range: rangeOfPeriod(period, days), dayOf }
}

function daysEarlier({ from, to }: ReportRange, days: number): AlignedRange {
  const dayOf = (day: LocalDate) => addDays(day, -days)
  return { range: { from: dayOf(from), to: dayOf(to) }, dayOf }
}

/** Chosen spans may be longer or shorter than the span asked for: their last days belong together. */
function custom(asked: ReportRange, chosen: ReportRange, matchWeekday: boolean): AlignedRange {
  const days = matchWeekday ? ((daysBetween(asked.from, chosen.from) % 7) + 7) % 7 : 0
  const { range } = daysEarlier(chosen, days)
  return { range, dayOf: (day) => addDays(range.to, -daysBetween(day, asked.to)) }
}

function lengthOf({ from, to }: ReportRange): number {
  return daysBetween(from, to) + 1
}

function wholeWeeksOf(range: ReportRange): number {
  return Math.ceil(lengthOf(range) / 7) * 7
}
