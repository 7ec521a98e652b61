import { type AuditEntry, type AuditReader, DomainError, timestamp } from '@footfall/core-domain'
import {
  type EpochMs,
  entryOf,
  type IdempotencyRecord,
  type RecordEntry,
  type RecordFilter,
  type RecordStatus,
  type Resolution,
  recordOf,
} from '@footfall/idempotency'
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import { notFound } from '../repositories/rows.ts'
import type { Tables } from '../tables/tables.ts'
import { recordRows } from './record-row.ts'

/** The maximum number of audit entries shown as evidence. */
const EVIDENCE_MAX = 100

/** The request of a resolved record. */
export type ResolvedRequest = Pick<IdempotencyRecord, 'operation' | 'owner' | 'key'>

/** Lets an operator read the records of confirmed requests and find those with an unknown outcome. */
export interface IdempotencyAdmin {
  /** Latest claim first. */
  list(filter: RecordFilter): Promise<readonly RecordEntry[]>
  /** How many records there are. */
  count(filter: Omit<RecordFilter, 'limit'>): Promise<number>
  /** The record and, as evidence, the audit entries of the same credential and key. */
  inspect(id: string, now: EpochMs): Promise<RecordEntry & { readonly evidence: readonly AuditEntry[] }>
}

export function idempotencyAdmin({ db }: Executor, audit: AuditReader): IdempotencyAdmin {
  return {
    async list({ status, now, limit }) {
      const rows = await recordRows(db)
        .$if(status !== undefined, (query) => query.where(hasStatus(status, now)))
        .orderBy('idempotency_records.claimed_at', 'desc')
        .orderBy('idempotency_records.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => entryOf(recordOf(row), now))
    },

    async count({ status, now }) {
      const { total } = await recordRows(db)
        .clearSelect()
        .select(({ fn }) => fn.countAll<number | string>().as('total'))
        .$if(status !== undefined, (query) => query.where(hasStatus(status, now)))
        .executeTakeFirstOrThrow()
      return Number(total)
    },

    async inspect(id, now) {
      const found = await findEntry(db, id, now)
      const { owner, key } = found.record
      const evidence = await audit.list({ credential: owner, idempotency_key: key, limit: EVIDENCE_MAX })
      return { ...found, evidence }
    },
  }
}

/**
 * Resolves a blocked record, inside a transaction. `not-executed` frees the key; with `executed` the key stays, and retries
 * learn that the request was executed. A transaction that still runs for the record can no longer commit. Throws
 * `DomainError` for a record that is not blocked, and `NotFound`.
 */
export async function resolveRecord(
  { db }: Executor,
  id: string,
  resolution: Resolution,
  at: EpochMs,
): Promise<ResolvedRequest> {
  const resolved = resolution === 'executed' ? await keepAsExecuted(db, id, at) : await freeKey(db, id, at)
  if (resolved === undefined) throw refusal(await findEntry(db, id, at))
  return resolved
}

async function findEntry(db: Kysely<Tables>, id: string, now: EpochMs): Promise<RecordEntry> {
  const row = await recordRows(db).where('idempotency_records.id', '=', id).executeTakeFirstOrThrow(notFound)
  return entryOf(recordOf(row), now)
}

function hasStatus(status: RecordStatus | undefined, now: EpochMs) {
  const lease = sql<EpochMs>`coalesce(idempotency_renewals.lease_until, idempotency_records.lease_until)`
  return (eb: ExpressionBuilder<Tables, 'idempotency_records'>) => {
    if (status === 'blocked') return eb.and([eb('state', '=', 'executing'), sql<SqlBool>`${lease} <= ${now}`])
    if (status === 'executing') return eb.and([eb('state', '=', 'executing'), sql<SqlBool>`${lease} > ${now}`])
    return eb('state', '=', status ?? 'completed')
  }
}

function keepAsExecuted(db: Kysely<Tables>, id: string, at: EpochMs): Promise<ResolvedRequest | undefined> {
  return db
    .updateTable('idempotency_records')
    .set({ state: 'resolved_executed', resolved_at: at })
    .where('id', '=', id)
    .where(isBlocked(at))
    .returning(['operation', 'owner', 'key'])
    .executeTakeFirst()
}

function freeKey(db: Kysely<Tables>, id: string, at: EpochMs): Promise<ResolvedRequest | undefined> {
  return db
    .deleteFrom('idempotency_records')
    .where('id', '=', id)
    .where(isBlocked(at))
    .returning(['operation', 'owner', 'key'])
    .executeTakeFirst()
}

/**
 * Part of the statement that resolves: that statement waits for a transaction that is completing the claim, and then
 * evaluates this again.
 */
function isBlocked(at: EpochMs) {
  return (eb: ExpressionBuilder<Tables, 'idempotency_records'>) =>
    eb.and([
      eb('state', '=', 'executing'),
      eb('lease_until', '<=', at),
      eb.not(
        eb.exists(
          eb
            .selectFrom('idempotency_renewals')
            .select('claim_id')
            .whereRef('claim_id', '=', 'idempotency_records.id')
            .where('idempotency_renewals.lease_until', '>', at),
        ),
      ),
    ])
}

function refusal({ status, record }: RecordEntry): DomainError {
  if (record.state === 'completed')
    return new DomainError(
      'invalid_request',
      `This execution completed at ${timestamp(record.completedAt)}; there is nothing to decide.`,
    )
  if (record.state === 'resolved_executed')
    return new DomainError(
      'invalid_request',
      `This was already resolved as executed at ${timestamp(record.resolvedAt)}; there is nothing to decide.`,
    )
  if (status === 'executing')
    return new DomainError(
      'request_in_progress',
      `This is executing: its lease runs until ${timestamp(record.leaseUntil)}. Resolve it after that.`,
    )
  return new DomainError('request_in_progress', 'This has just changed. Inspect it again.')
}
