import type { LocalDate } from '@footfall/core-domain'

/** Days, both inclusive. */
export interface Span {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** How long the provider keeps its days. */
const HISTORY_MONTHS = 16
/** Final days are corrected now and then; the last ones are read once more. */
const REREAD_DAYS = 5
/** How late the provider may come with a day before that day is taken for empty. */
const LATE_DAYS_MAX = 31

export interface Progress {
  /** The provider's day of the last complete sync. */
  readonly syncedOn: LocalDate | undefined
  /** The last day with rows of that sync or an earlier one; without such a sync, the last day with rows at all. */
  readonly lastDay: LocalDate | undefined
}

/** The first day that has to be read. */
export function firstDue(today: LocalDate, { syncedOn, lastDay }: Progress): LocalDate {
  const oldest = addMonths(today, -HISTORY_MONTHS)
  const reread = lastDay && addDays(lastDay, 1 - REREAD_DAYS)
  if (syncedOn === undefined) {
    // A first sync that was interrupted has whole months up to that of its last row.
    return later(oldest, reread && lastDay ? earlier(reread, monthOf(lastDay)) : oldest)
  }
  return later(oldest, later(addDays(syncedOn, -LATE_DAYS_MAX), reread ?? oldest))
}

/** The span month by month, oldest first: an answer stays small, and a table's partition is written at a time. */
export function months(from: LocalDate, to: LocalDate): readonly Span[] {
  const spans: Span[] = []
  for (let start = from; start <= to; ) {
    const next = addMonths(monthOf(start), 1)
    spans.push({ from: start, to: earlier(to, addDays(next, -1)) })
    start = next
  }
  return spans
}

function monthOf(day: LocalDate): LocalDate {
  return `${day.slice(0, 7)}-01` as LocalDate
}

function addDays(day: LocalDate, days: number): LocalDate {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/** A day that the month does not have becomes one of the next month: nothing is left out at this end. */
function addMonths(day: LocalDate, count: number): LocalDate {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return dayOf(date)
}

function dayOf(date: Date): LocalDate {
  return date.toISOString().slice(0, 10) as LocalDate
}

function later(one: LocalDate, other: LocalDate): LocalDate {
  return one > other ? one : other
}

function earlier(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other
}
