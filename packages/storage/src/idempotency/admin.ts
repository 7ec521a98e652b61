import { type AuditEntry, type AuditReader, DomainError, NotFound, timestamp } from '@footfall/core-domain'
import type { EpochMs, IdempotencyRecord, RecordEntry, RecordFilter, Resolution } from '@footfall/idempotency'
import type { Executor } from '../connections/database.ts'
import type { IdempotencyRecords } from './records.ts'

/** The maximum number of audit entries shown as evidence. */
const EVIDENCE_MAX = 100

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

export function idempotencyAdmin(records: IdempotencyRecords, audit: AuditReader): IdempotencyAdmin {
  return {
    list: (filter) => records.list(filter),
    count: (filter) => records.count(filter),

    async inspect(id, now) {
      const found = await records.inspect(id, now)
      if (found === undefined) throw new NotFound()
      const { owner, key } = found.record
      const evidence = await audit.list({ credential: owner, idempotency_key: key, limit: EVIDENCE_MAX })
      return { ...found, evidence }
    },
  }
}

/**
 * Resolves a blocked record, inside a transaction, so that its audit entry commits with it. `not-executed` frees the key; with
 * `executed` the key stays, and retries learn that the request was executed. A transaction that still runs for the record can
 * no longer commit. Throws `DomainError` for a record that is not blocked, and `NotFound`.
 */
export async function resolveRecord(
  records: IdempotencyRecords,
  executor: Executor,
  id: string,
  resolution: Resolution,
  at: EpochMs,
): Promise<ResolvedRequest> {
  const resolved = await records.resolve(id, resolution, at, executor)
  switch (resolved.kind) {
    case 'resolved':
      return resolved.request
    case 'missing':
      throw new NotFound()
    case 'not_blocked':
      throw notBlocked(resolved.entry)
  }
}

function notBlocked({ status, record }: RecordEntry): DomainError {
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
