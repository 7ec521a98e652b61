import { z } from 'zod'
import { HOUR_MS } from './units.ts'

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

/** A range of instants in milliseconds since the Unix epoch; `endMs` is exclusive. */
export interface InstantRange {
  readonly startMs: number
  readonly endMs: number
}

/** The start of the UTC hour that an instant lies in. */
export function startOfHour(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}
