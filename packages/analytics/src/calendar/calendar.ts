import {
  DAY_MS,
  dateOfEpochDay,
  HOUR_MS,
  type InstantRange,
  type LocalDate,
  MINUTE_MS,
  type OffsetRange,
  offsetRanges,
  type TimeZone,
} from '@footfall/core-domain'

/**
 * A time zone as periods of one UTC offset. The offsets enter SQL as numbers, so the engine needs no zone data of its own
 * and cannot disagree about where a day begins. It is arithmetic on numbers only: a series may have thousands of days.
 */
export interface Calendar {
  /** The instant at which a local day begins, by its number (`epochDay`); where midnight is skipped, the first that exists. */
  startOfDay(day: number): number
  /** The number of the local day that an instant lies in. */
  dayOf(epochMs: number): number
  dateOf(epochMs: number): LocalDate
  /** The periods of one offset that cover a period, in order, cut to it. */
  offsets(range: InstantRange): readonly OffsetRange[]
  /** RFC 3339 with the zone's offset at that instant. */
  format(epochMs: number): string
}

const calendars = new Map<TimeZone, Calendar>()
const CALENDARS_MAX = 64

/** Calendars hold the offsets that they have looked up, so each zone has one. */
export function calendarOf(timezone: TimeZone): Calendar {
  const known = calendars.get(timezone)
  if (known) return known
  if (calendars.size >= CALENDARS_MAX) calendars.clear()
  const calendar = makeCalendar(timezone)
  calendars.set(timezone, calendar)
  return calendar
}

function makeCalendar(timezone: TimeZone): Calendar {
  const years = new Map<number, readonly OffsetRange[]>()

  const ofYear = (year: number): readonly OffsetRange[] => {
    let ranges = years.get(year)
    if (!ranges) {
      ranges = offsetRanges(timezone, { startMs: Date.UTC(year, 0, 1), endMs: Date.UTC(year + 1, 0, 1) })
      years.set(year, ranges)
    }
    return ranges
  }
  const offsets = (range: InstantRange): readonly OffsetRange[] => {
    const found: OffsetRange[] = []
    for (let year = utcYear(range.startMs); year <= utcYear(Math.max(range.startMs, range.endMs - 1)); year++) {
      for (const part of ofYear(year)) append(found, part, range)
    }
    return found
  }
  /** Instants of one report follow each other, so most lie where the one before them does. */
  let recent: OffsetRange = { startMs: 0, endMs: 0, offsetMs: 0 }
  const offsetMsAt = (epochMs: number) => {
    if (epochMs < recent.startMs || epochMs >= recent.endMs)
      recent = ofYear(utcYear(epochMs)).find(({ endMs }) => epochMs < endMs) ?? recent
    return recent.offsetMs
  }
  const dayOf = (epochMs: number) => Math.floor((epochMs + offsetMsAt(epochMs)) / DAY_MS)

  return {
    offsets,
    startOfDay(day) {
      const midnight = day * DAY_MS
      // No offset exceeds ±26 hours, not even at the date line.
      for (const range of offsets({ startMs: midnight - 26 * HOUR_MS, endMs: midnight + 26 * HOUR_MS })) {
        const start = Math.max(midnight - range.offsetMs, range.startMs)
        if (start < range.endMs) return start
      }
      return midnight
    },
    dayOf,
    dateOf: (epochMs) => dateOfEpochDay(dayOf(epochMs)),
    format(epochMs) {
      const offsetMs = offsetMsAt(epochMs)
      return `${new Date(epochMs + offsetMs).toISOString().slice(0, 19)}${formatOffset(offsetMs)}`
    },
  }
}

function append(found: OffsetRange[], part: OffsetRange, { startMs, endMs }: InstantRange): void {
  const cut = { ...part, startMs: Math.max(part.startMs, startMs), endMs: Math.min(part.endMs, endMs) }
  if (cut.startMs >= cut.endMs) return
  const last = found.at(-1)
  if (last && last.offsetMs === cut.offsetMs && last.endMs === cut.startMs)
    found[found.length - 1] = { ...last, endMs: cut.endMs }
  else found.push(cut)
}

/** The number of the first day of the month that a day lies in, or of a later month. */
export function firstDayOfMonth(day: number, monthsLater = 0): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / DAY_MS
}

function utcYear(epochMs: number): number {
  return new Date(epochMs).getUTCFullYear()
}

/** RFC 3339 offsets have no seconds; historic offsets that have some are rounded to the minute. */
function formatOffset(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
