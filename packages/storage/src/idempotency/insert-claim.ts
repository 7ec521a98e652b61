import type { Claim, EpochMs } from '@footfall/idempotency'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { parameter } from '../connections/compiled.ts'
import type { Database, UnflushedQuery } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'

/**
 * Claims the key in one statement, compiled once; false when it is taken.
 *
 * Its commit is not flushed. Both databases have a sequential write-ahead log, so the flush of the change that follows
 * includes the claim, and a power cut before that flush loses both.
 */
export function claimInsertion(database: Database): (claim: Claim) => Promise<boolean> {
  let compiled: CompiledQuery | undefined
  return async (claim) => {
    compiled ??= insertion(database).compile()
    const { id, owner, key, operation, fingerprint, claimedAt, leaseUntil } = claim
    const parameters = [id, owner, key, operation, fingerprint, claimedAt, leaseUntil]
    const statement: UnflushedQuery = { ...compiled, parameters, unflushed: true }
    const { numAffectedRows } = await database.write.executeQuery(statement)
    return numAffectedRows === 1n
  }
}

function insertion({ dialect, write }: Database) {
  const claim = {
    id: parameter<string>(),
    owner: parameter<string>(),
    key: parameter<Claim['key']>(),
    operation: parameter<string>(),
    fingerprint: parameter<Claim['fingerprint']>(),
    claimed_at: parameter<EpochMs>(),
    lease_until: parameter<EpochMs>(),
  }
  const unlessTaken = (into: Pick<Kysely<Tables>, 'insertInto'>, state: ReturnType<typeof executing>) =>
    into
      .insertInto('idempotency_records')
      .values({ ...claim, state })
      .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
  if (dialect === 'sqlite') return unlessTaken(write, executing())
  // The setting lasts for this transaction, which is this statement. PostgreSQL runs the expression only if it is used.
  const relaxed = write.with('unflushed', (db) =>
    db.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as('level')),
  )
  return unlessTaken(relaxed, sql<'executing'>`(select 'executing' from unflushed where level = 'off')`)
}

const executing = () => sql<'executing'>`'executing'`
