import type { ReportSchedule } from './entities/scheduled-report.ts'
import type { Period } from './statistics.ts'
import { addDays, addMonths, firstOfMonth, type LocalDate } from './time/local-date.ts'
import { Temporal } from './time/temporal.ts'
import { dateIn, type TimeZone } from './time/time-zone.ts'

/** The first instant after `epochMs` at which a report is sent. */
export function nextOccurrence(schedule: ReportSchedule, timezone: TimeZone, epochMs: number): number {
  // Begins a day early: the hour of a date may lie before the instant, or after it.
  for (let date = dateIn(timezone, epochMs); ; date = addDays(date, 1)) {
    if (!isOn(schedule, date)) continue
    const at = instantOn(schedule, timezone, date)
    if (at > epochMs) return at
  }
}

/** The last instant up to `epochMs` at which a report should have been sent. */
export function lastOccurrence(schedule: ReportSchedule, timezone: TimeZone, epochMs: number): number {
  for (let date = addDays(dateIn(timezone, epochMs), 1); ; date = addDays(date, -1)) {
    if (!isOn(schedule, date)) continue
    const at = instantOn(schedule, timezone, date)
    if (at <= epochMs) return at
  }
}

/** What a report that is sent on a day covers: whole days, all of them over. */
export function reportedDays(
  { every }: ReportSchedule,
  date: LocalDate,
): { readonly from: LocalDate; readonly to: LocalDate; readonly period: Period | undefined } {
  switch (every) {
    case 'week':
      return { from: addDays(date, -7), to: addDays(date, -1), period: undefined }
    case 'month': {
      const first = firstOfMonth(date)
      return { from: addMonths(first, -1), to: addDays(first, -1), period: 'last_month' }
    }
  }
}

function isOn(schedule: ReportSchedule, date: LocalDate): boolean {
  const { dayOfWeek, day, daysInMonth } = Temporal.PlainDate.from(date)
  switch (schedule.every) {
    case 'week':
      return dayOfWeek === schedule.weekday
    case 'month':
      return day === Math.min(schedule.day, daysInMonth)
  }
}

/** An hour that clocks skip is the first one after it; of an hour that they show twice, the first. */
function instantOn({ hour }: ReportSchedule, timezone: TimeZone, date: LocalDate): number {
  return Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour })
    .toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds
}
