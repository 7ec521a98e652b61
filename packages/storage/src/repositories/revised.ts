import { NotFound, type Timestamp } from '@footfall/core-domain'
import { type RawBuilder, sql } from 'kysely'

/** What every change of a mutable row also sets. */
export function revised(at: Timestamp): { revision: RawBuilder<number>; updated_at: Timestamp } {
  return { revision: sql<number>`revision + 1`, updated_at: at }
}

/** For `executeTakeFirstOrThrow`: a change of what does not exist is refused like any look-up of it. */
export const notThere = () => new NotFound()
