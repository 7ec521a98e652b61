import { z } from 'zod'
import { naming } from '../known-names.ts'
import { otherNamesOf } from '../nearest.ts'
import type { InstantRange } from './instant.ts'
import { addDays, type LocalDate } from './local-date.ts'
import { Temporal } from './temporal.ts'

const NAMES = ['UTC', ...Intl.supportedValuesOf('timeZone')]
/** People name a zone by its city: `New York` for `America/New_York`. */
const CITIES = otherNamesOf(Object.fromEntries(NAMES.map((name) => [name, [name.slice(name.lastIndexOf('/') + 1)]])))
const SPELLED = new Map(NAMES.map((name) => [name.toLowerCase(), name]))

/**
 * An IANA time zone name that this runtime knows, such as `Europe/Berlin`, as IANA spells it: case does not matter. Offsets such
 * as `+02:00` are not zones.
 */
export const TimeZone = naming(
  z
    .string()
    // A longer text is not looked up: it took 45 ms, in which nobody else was served.
    .max(64, { abort: true })
    .overwrite((name) => SPELLED.get(name.toLowerCase()) ?? name)
    .refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin')
    .meta({ example: 'Europe/Berlin' })
    .brand<'TimeZone'>(),
  { names: NAMES, otherNames: CITIES },
)
export type TimeZone = z.infer<typeof TimeZone>

export const UTC = 'UTC' as TimeZone

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    // `Intl` also takes abbreviations such as PST, for which there are no days.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The calendar day of an instant in a zone. */
export function dateIn(timezone: TimeZone, epochMs: number): LocalDate {
  return zoned(timezone, epochMs).toPlainDate().toString() as LocalDate
}

/** The instant at which a zone's day begins; where midnight is skipped, the first one that exists. */
export function startOfDay(timezone: TimeZone, date: LocalDate): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds
}

/** The first day that a product keeps: older ones are neither shown nor kept. */
export function firstKeptDay(
  timezone: TimeZone,
  { retention_days }: { readonly retention_days: number },
  nowMs: number,
): LocalDate {
  return addDays(dateIn(timezone, nowMs), -retention_days)
}

/** The instant at which the hour began that clocks of the zone show. */
export function startOfHourIn(timezone: TimeZone, epochMs: number): number {
  return zoned(timezone, epochMs).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
}

/**
 * The instant of another day at the time of day that clocks showed at an instant. Where they skipped that time, the
 * instant at which they did; where they showed it twice, the first.
 */
export function instantAtSameTime(timezone: TimeZone, date: LocalDate, epochMs: number): number {
  const local = Temporal.PlainDate.from(date).toPlainDateTime(zoned(timezone, epochMs).toPlainTime())
  const found = local.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds
  return found.getTimeZoneTransition('next')?.epochMilliseconds ?? found.epochMilliseconds
}

/** A zone's day as a range of instants: 23 or 25 hours where clocks change, empty where the zone skipped the day. */
export function zonedDay(timezone: TimeZone, date: LocalDate): InstantRange {
  return zonedDays(timezone, { from: date, to: date })
}

/** The days of a zone from `from` to `to`, both inclusive, as a range of instants. */
export function zonedDays(
  timezone: TimeZone,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): InstantRange {
  const next = Temporal.PlainDate.from(to).add({ days: 1 }).toString() as LocalDate
  return { startMs: startOfDay(timezone, from), endMs: startOfDay(timezone, next) }
}

/** A range of instants during which a zone keeps one offset from UTC. */
export interface OffsetRange extends InstantRange {
  readonly offsetMs: number
}

/** The ranges of one offset that cover a range, in order, cut to it. */
export function offsetRanges(timezone: TimeZone, { startMs, endMs }: InstantRange): readonly OffsetRange[] {
  const ranges: OffsetRange[] = []
  let start: Temporal.ZonedDateTime | null = zoned(timezone, startMs)
  while (start !== null && start.epochMilliseconds < endMs) {
    const next: Temporal.ZonedDateTime | null = start.getTimeZoneTransition('next')
    ranges.push({
      startMs: start.epochMilliseconds,
      endMs: Math.min(next?.epochMilliseconds ?? endMs, endMs),
      offsetMs: start.offsetNanoseconds / 1e6,
    })
    start = next
  }
  return ranges
}

function zoned(timezone: TimeZone, epochMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone)
}
