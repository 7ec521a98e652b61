import type { EpochMs, IdempotencyRecord } from './records.ts'

/** The status that operators see: a `blocked` record is `executing` although its lease has ended. */
export type RecordStatus = IdempotencyRecord['state'] | 'blocked'

export interface RecordEntry {
  readonly status: RecordStatus
  readonly record: IdempotencyRecord
}

/** The decision of an operator on a blocked record. */
export type Resolution = 'executed' | 'not-executed'

export interface RecordFilter {
  readonly status?: RecordStatus
  readonly now: EpochMs
  /** At most this many. */
  readonly limit: number
}

/** What came of a decision. Only `resolved` changed anything. */
export type Resolved =
  | { readonly kind: 'resolved'; readonly request: Pick<IdempotencyRecord, 'owner' | 'key' | 'operation'> }
  /** Its execution ended, is going on, or was resolved before. */
  | { readonly kind: 'not_blocked'; readonly entry: RecordEntry }
  | { readonly kind: 'missing' }

/** Lets an operator find the records with an unknown outcome and decide them. */
export interface Resolver<Tx> {
  /** Latest claim first. */
  list(filter: RecordFilter): Promise<readonly RecordEntry[]>
  /** The record with this id; undefined when there is none. */
  inspect(id: string, now: EpochMs): Promise<RecordEntry | undefined>
  /**
   * Resolves a blocked record in one statement. `not-executed` frees the key; with `executed` the key stays in use and retries
   * learn that the request was executed. An execution that is still running for the record can no longer commit. Runs in
   * the transaction of the host if one is given, so that an audit entry can commit with it.
   */
  resolve(id: string, as: Resolution, at: EpochMs, tx?: Tx): Promise<Resolved>
}

/** A record with the status that it has at `now`. */
export function entryOf(record: IdempotencyRecord, now: EpochMs): RecordEntry {
  const blocked = record.state === 'executing' && record.leaseUntil <= now
  return { status: blocked ? 'blocked' : record.state, record }
}
