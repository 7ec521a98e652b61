import type { Timestamp } from '@footfall/core-domain'
import type { Database, Executor } from './connections/database.ts'

/** Which analytics engine has the statistics of a control database. */
export interface EngineClaim {
  readonly engine_id: string
  /** Where the engine is, for people. */
  readonly place: string
  readonly claimed_at: Timestamp
}

export interface EngineClaims {
  /**
   * The claim that holds: this one, if there was none. Commits separately: of several processes that start at once, the first
   * one has it.
   */
  claim(claim: EngineClaim): Promise<EngineClaim>
  /** Undefined if no engine has claimed the database. */
  find(): Promise<EngineClaim | undefined>
}

/** The table has at most one row. */
const ONLY = 1
const COLUMNS = ['engine_id', 'place', 'claimed_at'] as const

export function engineClaims({ read, write }: Database): EngineClaims {
  const find = (db: Database['read']) => db.selectFrom('engine_claim').select(COLUMNS).executeTakeFirst()
  return {
    async claim(claim) {
      await write
        .insertInto('engine_claim')
        .values({ slot: ONLY, ...claim })
        .onConflict((conflict) => conflict.column('slot').doNothing())
        .execute()
      return (await find(write)) ?? claim
    },
    find: () => find(read),
  }
}

/** In a transaction: replaces the engine that had the claim. */
export async function replaceEngineClaim({ db }: Executor, claim: EngineClaim): Promise<void> {
  await db
    .insertInto('engine_claim')
    .values({ slot: ONLY, ...claim })
    .onConflict((conflict) => conflict.column('slot').doUpdateSet({ ...claim }))
    .execute()
}
