import { z } from 'zod'
import { timestamp } from './instant.ts'
import { Temporal } from './temporal.ts'
import { DAY_MS } from './units.ts'

const FIRST = '1970-01-01'
const LAST = '2148-12-31'

/** A calendar day `YYYY-MM-DD` that exists (2026-02-30 does not), from 1970 to 2148, the range of days in the engine. */
export const LocalDate = z
  .string()
  .refine(isCalendarDay, { error: 'must be a calendar date in the form YYYY-MM-DD', abort: true })
  .refine((day) => day >= FIRST && day <= LAST, `must be from ${FIRST} to ${LAST}`)
  .meta({ format: 'date' })
  .brand<'LocalDate'>()
export type LocalDate = z.infer<typeof LocalDate>

export const FIRST_LOCAL_DATE = FIRST as LocalDate
export const LAST_LOCAL_DATE = LAST as LocalDate

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

let lastDay = { day: 0, date: FIRST_LOCAL_DATE }

/**
 * The calendar day of an instant in UTC. The collector calls it for each event, mostly with the current day, so the last
 * result is cached.
 */
export function utcDate(epochMs: number): LocalDate {
  const day = Math.floor(epochMs / DAY_MS)
  if (day !== lastDay.day) lastDay = { day, date: timestamp(epochMs).slice(0, 10) as LocalDate }
  return lastDay.date
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfEpochDay(epochDay(date) + days)
}

/** The same day of another month; where that month is shorter, its last day. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ months }).toString() as LocalDate
}

/** The same day a year before; 29 February becomes 28 February. */
export function yearBefore(date: LocalDate): LocalDate {
  return addMonths(date, -12)
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDay(to) - epochDay(from)
}

/** Days from 1970-01-01, which is day 0. */
export function epochDay(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

export function dateOfEpochDay(day: number): LocalDate {
  return utcDate(day * DAY_MS)
}

export function firstOfMonth(date: LocalDate): LocalDate {
  return `${date.slice(0, 8)}01` as LocalDate
}

export function earlierDate(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b
}

export function laterDate(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b
}
