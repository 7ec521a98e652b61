import type { Dimension, LocalDate } from '@footfall/core-domain'
import type { EarlierImports } from './collection.ts'

/** On which days earlier imports brought something. Crosses threads, so it is plain data. */
export interface EarlierDays {
  /** The dimensions of each day with figures, the whole product being ''. */
  readonly figures: ReadonlyMap<LocalDate, ReadonlySet<Dimension | ''>>
  /** UTC days with events. */
  readonly events: ReadonlySet<LocalDate>
}

export function earlierFrom(
  { figures, events }: EarlierDays,
  idsOf: (day: LocalDate) => Promise<readonly string[]>,
): EarlierImports {
  return {
    hasFigures: (day, dimension) => figures.get(day)?.has(dimension) ?? false,
    eventIds: async (day) => (events.has(day) ? idsOf(day) : []),
  }
}
