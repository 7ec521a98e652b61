import { z } from 'zod'

/** The only source of "now" below the apps. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** RFC 3339 in UTC with milliseconds, always 24 characters, so that text order is time order. */
export const Timestamp = z.string().regex(TIMESTAMP).meta({ format: 'date-time' }).brand<'Timestamp'>()
export type Timestamp = z.infer<typeof Timestamp>

export function timestamp(epochMs: number): Timestamp {
  return new Date(epochMs).toISOString() as Timestamp
}

/** A calendar day `YYYY-MM-DD` that exists (2026-02-30 does not), from 1970 to 2148: what the engine can count. */
export const LocalDate = z
  .string()
  .refine(isCalendarDay, { error: 'must be a calendar date in the form YYYY-MM-DD', abort: true })
  .refine((day) => day >= '1970-01-01' && day <= '2148-12-31', 'must lie between 1970-01-01 and 2148-12-31')
  .meta({ format: 'date' })
  .brand<'LocalDate'>()
export type LocalDate = z.infer<typeof LocalDate>

function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}

/** An IANA time zone name that this runtime knows, such as `Europe/Berlin`. Offsets such as `+02:00` are not zones. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' })
  .brand<'TimeZone'>()
export type TimeZone = z.infer<typeof TimeZone>

export const UTC = 'UTC' as TimeZone

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
