import type { Dimension, LocalDate } from '@footfall/core-domain'
import type { EarlierImports } from './collection.ts'

/** The days that have data of earlier imports. Crosses threads, so it is plain data. */
export interface EarlierDays {
  /** The dimensions of each day with imported numbers, the whole product being ''. */
  readonly numbers: ReadonlyMap<LocalDate, ReadonlySet<Dimension | ''>>
  /** UTC days with events. */
  readonly events: ReadonlySet<LocalDate>
}

/** Some of the ids of a UTC day in their order, after the one that is given. Empty where there are no more. */
export type IdsOfDay = (day: LocalDate, after: string) => Promise<readonly string[]>

/** Sorts before the id of every event. */
const FIRST_ID = '0'.repeat(16)

export function earlierFrom({ numbers, events }: EarlierDays, idsOf: IdsOfDay): EarlierImports {
  return {
    hasDay: (day, dimension) => numbers.get(day)?.has(dimension) ?? false,
    async *eventIds(day) {
      if (!events.has(day)) return
      for (let ids = await idsOf(day, FIRST_ID); ids.length > 0; ids = await idsOf(day, ids.at(-1) ?? FIRST_ID))
        yield ids
    },
  }
}
