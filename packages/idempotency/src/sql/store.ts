import { KeyHeld, type OneTransactionStore, type RetakingStore } from '../records.ts'
import type { RecordFilter, Resolver } from '../resolver.ts'
import { type Rules, rulesOn } from './rules.ts'
import type { Steps } from './steps.ts'
import type { SqlOptions } from './tables.ts'

/** What runs the statements of a store. */
export interface Database<Tx> {
  /** Outside of the host's transactions: each statement commits by itself. */
  run<T>(steps: () => Steps<T>): Promise<T>
  /** In a transaction of the host. */
  within<T>(tx: Tx, steps: () => Steps<T>): Promise<T>
  /** Whether the statement that failed with this error may have committed although its response was lost. */
  mayHaveCommitted(error: unknown): boolean
  /** Whether the statement failed since a lock was not free in time. */
  waitedTooLong(error: unknown): boolean
}

/** Lets an operator also count records. */
export interface SqlResolver<Tx> extends Resolver<Tx> {
  /** How many records there are. */
  count(filter: Omit<RecordFilter, 'limit'>): Promise<number>
}

export interface SqlRecords<Tx> extends RetakingStore<Tx>, OneTransactionStore<Tx>, SqlResolver<Tx> {}

/**
 * Records in tables whose statements the host runs: on its own connections, and in its transactions. Throws a
 * `TypeError` for a prefix that is not valid.
 */
export function sqlRecords<Tx>(database: Database<Tx>, options: SqlOptions): SqlRecords<Tx> {
  const rules = rulesOn(options)
  return { ...recordsOn(database, rules), ...resolverOn(database, rules) }
}

export function recordsOn<Tx>(
  { run, within, mayHaveCommitted, waitedTooLong }: Database<Tx>,
  rules: Rules,
): RetakingStore<Tx> & OneTransactionStore<Tx> {
  return {
    read: (ref) => run(() => rules.read(ref)),
    async claimWithin(tx, claim, waitMs) {
      const claimed = await within(tx, () => rules.claimWithin(claim, waitMs)).catch((error: unknown) => {
        throw waitedTooLong(error) ? new KeyHeld('transaction', { cause: error }) : error
      })
      if (!claimed) throw new KeyHeld('record')
    },
    async claim(claim) {
      try {
        return await run(() => rules.claim(claim))
      } catch (error) {
        if (!mayHaveCommitted(error)) throw error
        // A second attempt finds its own record if the first one committed.
        const held = await run(() => rules.claim(claim))
        return held?.id === claim.id ? undefined : held
      }
    },
    completeWithin: (tx, claim, completion) => within(tx, () => rules.completeWithin(claim, completion)),
    find: (ref) => run(() => rules.find(ref)),
    renew: (claim, leaseUntil) => run(() => rules.renew(claim, leaseUntil)),
    release: (claim) => run(() => rules.release(claim)),
    complete: (tx, claim, completion) => within(tx, () => rules.complete(claim, completion)),
    removeExpired: (ref, now) => run(() => rules.removeExpired(ref, now)),
    purge: (now) => run(() => rules.purge(now)),
    retake: (lapsed, next) => run(() => rules.retake(lapsed, next)),
  }
}

export function resolverOn<Tx>({ run, within }: Database<Tx>, rules: Rules): SqlResolver<Tx> {
  return {
    list: (filter) => run(() => rules.list(filter)),
    count: (filter) => run(() => rules.count(filter)),
    inspect: (id, now) => run(() => rules.inspect(id, now)),
    resolve(id, as, at, tx) {
      const decide = () => rules.resolve(id, as, at)
      return tx === undefined ? run(decide) : within(tx, decide)
    },
  }
}
