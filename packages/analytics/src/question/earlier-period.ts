import {
  type AskedRange,
  type AskedScope,
  addDays,
  addMonths,
  type ComparedPeriod,
  type Comparison,
  daysBetween,
  earlierDate,
  instantAtSameTime,
  type LocalDate,
  laterDate,
  type Period,
  type ReportRange,
  rangeOfPeriod,
  SECOND_MS,
  type Timestamp,
  timestamp,
  yearBefore,
} from '@footfall/core-domain'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'

/** The earlier period that a question is compared with. */
export interface EarlierPeriod {
  readonly period: Comparison
  readonly range: ResolvedRange
  /** Set where the period asked for includes the running day: the earlier period ends at the same time of its own day. */
  readonly until: Timestamp | undefined
}

/** The earlier period, cut to be as long as what has passed of the period asked for. */
export function earlierPeriod(
  scope: AskedScope,
  asked: AskedRange,
  compare: ComparedPeriod,
  { nowMs, today }: Pick<ResolvedRange, 'nowMs' | 'today'>,
): EarlierPeriod {
  const { dates, dayOf } = alignedRange(asked, compare, scope)
  const { period } = compare
  if (today < asked.from || asked.to < today) {
    return { period, range: resolveRange(scope, dates, nowMs), until: undefined }
  }
  const lastDay = laterDate(dates.from, earlierDate(dates.to, dayOf(today)))
  const cut = { from: dates.from, to: lastDay }
  const whole = resolveRange(scope, cut, nowMs)
  // A day that stands for two days has passed with the first of them: 28 February for the 28th and 29th of March.
  const hasPassed = asked.from < today && dayOf(addDays(today, -1)) >= lastDay
  const atSameTime = instantAtSameTime(scope.timezone, lastDay, Math.floor(nowMs / SECOND_MS) * SECOND_MS)
  const untilMs = hasPassed ? whole.asked.endMs : Math.min(atSameTime, whole.asked.endMs)
  return { period, range: resolveRange(scope, cut, nowMs, untilMs), until: timestamp(untilMs) }
}

/** An earlier range of dates and, for each day of the range asked for, the day that it is compared with. */
interface AlignedRange {
  readonly dates: ReportRange
  dayOf(day: LocalDate): LocalDate
}

function alignedRange(asked: AskedRange, compare: ComparedPeriod, scope: AskedScope): AlignedRange {
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

function periodEarlier(asked: AskedRange, scope: AskedScope): AlignedRange {
  const { period } = asked
  const months = period && CALENDAR_MONTHS[period]
  if (period && months) return monthsEarlier(asked, period, months, scope)
  const isWeek = period === 'this_week' || period === 'last_week'
  return daysEarlier(asked, isWeek ? 7 : lengthOf(asked))
}

function yearEarlier(asked: AskedRange, scope: AskedScope): AlignedRange {
  if (asked.period && CALENDAR_MONTHS[asked.period]) return monthsEarlier(asked, asked.period, 12, scope)
  return { dates: { from: yearBefore(asked.from), to: yearBefore(asked.to) }, dayOf: yearBefore }
}

/** The same period as of a day so many months before. */
function monthsEarlier(asked: ReportRange, period: Period, months: number, { preferences }: AskedScope): AlignedRange {
  const dayOf = (day: LocalDate) => addMonths(day, -months)
  // Whole periods follow on their last day, running ones end today.
  const asOf = period.startsWith('last_') ? addDays(asked.to, 1) : asked.to
  const days = { today: dayOf(asOf), weekStart: preferences.week_starts_on, firstDay: asked.from }
  return { dates: rangeOfPeriod(period, days), dayOf }
}

function daysEarlier({ from, to }: ReportRange, days: number): AlignedRange {
  const dayOf = (day: LocalDate) => addDays(day, -days)
  return { dates: { from: dayOf(from), to: dayOf(to) }, dayOf }
}

/** Chosen periods may be longer or shorter than the period asked for: their last days belong together. */
function custom(asked: ReportRange, chosen: ReportRange, matchWeekday: boolean): AlignedRange {
  const days = matchWeekday ? ((daysBetween(asked.from, chosen.from) % 7) + 7) % 7 : 0
  const { dates } = daysEarlier(chosen, days)
  return { dates, dayOf: (day) => addDays(dates.to, -daysBetween(day, asked.to)) }
}

function lengthOf({ from, to }: ReportRange): number {
  return daysBetween(from, to) + 1
}

function wholeWeeksOf(dates: ReportRange): number {
  return Math.ceil(lengthOf(dates) / 7) * 7
}
