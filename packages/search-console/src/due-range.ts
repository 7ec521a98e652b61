import {
  addDays,
  addMonths,
  daysBetween,
  earlierDate,
  firstOfMonth,
  type LocalDate,
  laterDate,
  type ReportRange,
} from '@footfall/core-domain'

/** How long the provider keeps its days. */
const HISTORY_MONTHS = 16
/** Final days are corrected now and then, so the last ones are read once more. */
const REREAD_DAYS = 5
/** A day that the provider has not delivered after this many days counts as empty. */
const LATE_DAYS_MAX = 31

export interface Progress {
  /** The provider's day of the last complete sync. */
  readonly syncedOn: LocalDate | undefined
  /** The last day with rows of that sync or an earlier one; without such a sync, the last day with rows at all. */
  readonly lastDay: LocalDate | undefined
}

/** The first day that has to be read. */
export function firstDue(today: LocalDate, { syncedOn, lastDay }: Progress): LocalDate {
  const oldest = oldestDay(today)
  const reread = lastDay && addDays(lastDay, 1 - REREAD_DAYS)
  if (syncedOn === undefined) {
    // A first sync that was interrupted has whole months up to that of its last row.
    return laterDate(oldest, reread && lastDay ? earlierDate(reread, firstOfMonth(lastDay)) : oldest)
  }
  return laterDate(oldest, laterDate(addDays(syncedOn, -LATE_DAYS_MAX), reread ?? oldest))
}

/** Where the month of the oldest day is shorter than today's, the surplus days fall into the month after it. */
function oldestDay(today: LocalDate): LocalDate {
  const month = firstOfMonth(today)
  return addDays(addMonths(month, -HISTORY_MONTHS), daysBetween(month, today))
}

/** The date range month by month, oldest first: each response stays small, and each insert writes one partition. */
export function months(from: LocalDate, to: LocalDate): readonly ReportRange[] {
  const ranges: ReportRange[] = []
  for (let start = from; start <= to; ) {
    const next = addMonths(firstOfMonth(start), 1)
    ranges.push({ from: start, to: earlierDate(to, addDays(next, -1)) })
    start = next
  }
  return ranges
}
