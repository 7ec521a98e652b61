import { type Claim, type EpochMs, type IdempotencyRecord, type RecordRow, recordOf } from '@footfall/idempotency'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { compiledOnce, parameter } from '../connections/compiled.ts'
import { type Database, reading, type UnflushedQuery } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { recordRows } from './record-row.ts'

/** Claims a key that is free; otherwise returns the record that holds it, or undefined where it changed meanwhile. */
export type Claiming = (claim: Claim) => Promise<IdempotencyRecord | 'claimed' | undefined>

/**
 * The commit of a claim is not flushed. Both databases have a sequential write-ahead log, so the flush of the change that
 * follows includes the claim, and a power cut before that flush loses both.
 */
export function claiming(database: Database): Claiming {
  return database.dialect === 'postgres' ? inOneStatement(database) : readingFirst(database)
}

/** Most claims of a held key are replays, which must not wait for the one writer of SQLite. */
function readingFirst(database: Database): Claiming {
  const { read, write } = database
  const statement = write.insertInto('idempotency_records').values(claimRow(executing()))
  let insertion: CompiledQuery | undefined
  return async (claim) => {
    const held = await recordWithKey(reading(database), claim.owner, claim.key)
    // A renewed lease matters only for a running claim.
    if (held !== undefined && held.state !== 'executing') return recordOf({ ...held, renewed_until: null })
    if (held !== undefined) {
      const renewed = await recordRows(read).where('idempotency_records.id', '=', held.id).executeTakeFirst()
      return renewed && recordOf(renewed)
    }
    insertion ??= statement.onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing()).compile()
    const unflushed: UnflushedQuery = { ...insertion, parameters: claimParameters(claim), unflushed: true }
    const { numAffectedRows } = await write.executeQuery(unflushed)
    return numAffectedRows === 1n ? 'claimed' : undefined
  }
}

/** One round trip, whether the key is free or held. */
function inOneStatement({ write }: Database): Claiming {
  let compiled: CompiledQuery<ClaimOrRecord> | undefined
  return async (claim) => {
    compiled ??= claimOrRecord(write).compile()
    const parameters = [...claimParameters(claim), claim.owner, claim.key]
    const { rows } = await write.executeQuery<ClaimOrRecord>({ ...compiled, parameters })
    const [row] = rows
    if (row === undefined) return undefined
    return row.claimed ? 'claimed' : recordOf(row)
  }
}

type ClaimOrRecord = RecordRow & { readonly claimed: boolean }

/**
 * The setting lasts for this transaction, which is this statement. PostgreSQL runs its expression only if it is used. The
 * outer query sees the table as it was before the insertion: a row means that the key was held, and the new record comes
 * from the insertion itself. Neither means that another transaction took the key at this moment.
 */
function claimOrRecord(db: Kysely<Tables>) {
  return db
    .with('unflushed', () => db.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as('level')))
    .with('claimed', (within) =>
      within
        .insertInto('idempotency_records')
        .values(claimRow(sql<'executing'>`(select 'executing' from unflushed where level = 'off')`))
        .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
        .returningAll(),
    )
    .selectFrom('claimed')
    .selectAll('claimed')
    .select([sql<number | null>`null::bigint`.as('renewed_until'), sql<boolean>`true`.as('claimed')])
    .unionAll(
      recordRows(db)
        .select(sql<boolean>`false`.as('claimed'))
        .where('idempotency_records.owner', '=', parameter<string>())
        .where('idempotency_records.key', '=', parameter<Claim['key']>()),
    )
}

/** Without the renewals, since SQLite prepares a join again for every parameter. */
const recordWithKey = compiledOnce<[string, string], Tables['idempotency_records']>((db) =>
  db
    .selectFrom('idempotency_records')
    .selectAll()
    .where('owner', '=', parameter<string>())
    .where('key', '=', parameter<Claim['key']>()),
)

function claimRow(state: ReturnType<typeof executing>) {
  return {
    id: parameter<string>(),
    owner: parameter<string>(),
    key: parameter<Claim['key']>(),
    operation: parameter<string>(),
    fingerprint: parameter<Claim['fingerprint']>(),
    given_fingerprint: parameter<Claim['fingerprint'] | null>(),
    meant: parameter<string | null>(),
    claimed_at: parameter<EpochMs>(),
    lease_until: parameter<EpochMs>(),
    state,
  }
}

function claimParameters({ id, owner, key, operation, fingerprint, asGiven, claimedAt, leaseUntil }: Claim) {
  const given = [asGiven?.fingerprint ?? null, asGiven?.meant ?? null]
  return [id, owner, key, operation, fingerprint, ...given, claimedAt, leaseUntil]
}

const executing = () => sql<'executing'>`'executing'`
