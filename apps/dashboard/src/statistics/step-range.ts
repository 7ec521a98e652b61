import { addDays, type DateRange, daysOf, earliest, type Interval } from './date-range.ts'

/** What the answer of a report says about its days. */
export interface ReportedDays extends DateRange {
  /** The running day in the time zone of the report. */
  readonly today: string
  readonly retention: { readonly available_from: string }
}

export type Direction = 'earlier' | 'later'

/**
 * The date range before or after the one of a report, as long as it: whole months step by months. Undefined where there is
 * none: after today, and before the days that are kept. A later range ends today at the latest.
 */
export function stepRange({ from, to, today, retention }: ReportedDays, direction: Direction): DateRange | undefined {
  if (direction === 'earlier' && from <= retention.available_from) return undefined
  if (direction === 'later' && to >= today) return undefined
  const months = wholeMonths({ from, to })
  if (months !== undefined) {
    const first = addMonths(from, direction === 'later' ? months : -months)
    return { from: first, to: earliest(addDays(addMonths(first, months), -1), lastDayOfMonth(today)) }
  }
  const days = daysOf({ from, to })
  if (direction === 'earlier') return { from: addDays(from, -days), to: addDays(to, -days) }
  const last = earliest(addDays(to, days), today)
  return { from: addDays(last, 1 - days), to: last }
}

/** The days of the intervals from one to another of a chart; undefined where they are the days that it shows already. */
export function rangeOfIntervals(
  starts: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
  interval: Interval,
  shown: DateRange,
): DateRange | undefined {
  const begins = starts[first]?.slice(0, 10)
  const ends = starts[last]?.slice(0, 10)
  if (begins === undefined || ends === undefined) return undefined
  const from = begins < shown.from ? shown.from : begins
  const to = earliest(lastDayOf(ends, interval), shown.to)
  return from > to || (from === shown.from && to === shown.to) ? undefined : { from, to }
}

function lastDayOf(start: string, interval: Interval): string {
  switch (interval) {
    case 'hour':
    case 'day':
      return start
    case 'week':
      return addDays(start, 6)
    case 'month':
      return lastDayOfMonth(start)
  }
}

/** How many whole months a range has; undefined where it does not begin and end with a month. */
function wholeMonths({ from, to }: DateRange): number | undefined {
  if (!from.endsWith('-01') || to !== lastDayOfMonth(to)) return undefined
  return monthOf(to) - monthOf(from) + 1
}

function monthOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

function addMonths(firstDay: string, months: number): string {
  const month = monthOf(firstDay) + months
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

function lastDayOfMonth(day: string): string {
  return addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1)
}
