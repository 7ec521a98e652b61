import {
  DAY_MS,
  dateIn,
  type InstantRange,
  type LocalDate,
  startOfDay,
  type TimeZone,
  zonedDay,
} from '@footfall/core-domain'

/** What a file has of days that the product does not keep. Crosses threads, so it is plain data. */
export interface TooOld {
  readonly events: number
  /** Lines of daily totals. */
  readonly figures: number
  /** The different days with either, in the zone of the product. */
  readonly days: readonly LocalDate[]
}

export const NOTHING_TOO_OLD: TooOld = { events: 0, figures: 0, days: [] }

export type TooOldCounts = ReturnType<typeof tooOldCounts>

/** Counts what is before the first day that the product keeps. */
export function tooOldCounts(zone: TimeZone, keptFrom: LocalDate) {
  const keptFromMs = startOfDay(zone, keptFrom)
  const days = new Set<LocalDate>()
  let events = 0
  let figures = 0
  const known = new Map<number, readonly InstantRange[]>()
  /** Asking the zone takes long, so it is asked once for each day that shares hours with a day of UTC. */
  const addDay = (atMs: number) => {
    const utcDay = Math.floor(atMs / DAY_MS)
    const zonedDays = known.get(utcDay) ?? []
    if (zonedDays.some(({ startMs, endMs }) => atMs >= startMs && atMs < endMs)) return
    const day = dateIn(zone, atMs)
    days.add(day)
    known.set(utcDay, [...zonedDays, zonedDay(zone, day)])
  }
  return {
    event(atMs: number): void {
      if (atMs >= keptFromMs) return
      events++
      addDay(atMs)
    },
    day(day: LocalDate): void {
      if (day >= keptFrom) return
      figures++
      days.add(day)
    },
    counted: (): TooOld => ({ events, figures, days: [...days] }),
  }
}

export function tooOldTogether(one: TooOld, other: TooOld): TooOld {
  return {
    events: one.events + other.events,
    figures: one.figures + other.figures,
    days: [...new Set([...one.days, ...other.days])],
  }
}
