import type { Preferences } from './entities/settings.ts'
import type { Period } from './statistics.ts'
import {
  addDays,
  addMonths,
  earlierDate,
  epochDay,
  firstOfMonth,
  type LocalDate,
  yearBefore,
} from './time/local-date.ts'

/** What the days of a period depend on. */
export interface PeriodDays {
  readonly today: LocalDate
  readonly weekStart: Preferences['week_starts_on']
  readonly firstDay: LocalDate
}

/** The days of a period, both inclusive. */
export function rangeOfPeriod(period: Period, { today, weekStart, firstDay }: PeriodDays) {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return lastDays(7, today)
    case '28d':
      return lastDays(28, today)
    case '30d':
      return lastDays(30, today)
    case '90d':
      return lastDays(90, today)
    case '12mo':
      return { from: addDays(yearBefore(today), 1), to: today }
    case 'this_week':
      return { from: firstOfWeek(today, weekStart), to: today }
    case 'last_week':
      return before(firstOfWeek(today, weekStart), (first) => addDays(first, -7))
    case 'this_month':
      return { from: firstOfMonth(today), to: today }
    case 'last_month':
      return before(firstOfMonth(today), (first) => addMonths(first, -1))
    case 'this_quarter':
      return { from: firstOfQuarter(today), to: today }
    case 'last_quarter':
      return before(firstOfQuarter(today), (first) => addMonths(first, -3))
    case 'this_year':
      return { from: firstOfYear(today), to: today }
    case 'last_year':
      return before(firstOfYear(today), yearBefore)
    case 'all':
      return { from: earlierDate(firstDay, today), to: today }
  }
}

function lastDays(days: number, today: LocalDate) {
  return { from: addDays(today, 1 - days), to: today }
}

/** The whole period before the one that begins on `first`. */
function before(first: LocalDate, stepBack: (first: LocalDate) => LocalDate) {
  return { from: stepBack(first), to: addDays(first, -1) }
}

/** Monday is 0, Sunday is 6. */
function weekdayOf(date: LocalDate): number {
  return (((epochDay(date) + 3) % 7) + 7) % 7
}

function firstOfWeek(date: LocalDate, weekStart: Preferences['week_starts_on']): LocalDate {
  const days = weekStart === 'monday' ? weekdayOf(date) : (weekdayOf(date) + 1) % 7
  return addDays(date, -days)
}

function firstOfQuarter(date: LocalDate): LocalDate {
  const monthsIntoQuarter = (Number(date.slice(5, 7)) - 1) % 3
  return addMonths(firstOfMonth(date), -monthsIntoQuarter)
}

function firstOfYear(date: LocalDate): LocalDate {
  return addMonths(firstOfMonth(date), 1 - Number(date.slice(5, 7)))
}
