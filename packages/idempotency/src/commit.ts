import { type Keeping, keepLease } from './lease.ts'
import type { Outcome } from './outcome.ts'
import type { Claim, Completion, EpochMs, RecordStore, SyncStore } from './records.ts'

/** The result of an effect: the answer of this call, and the recorded result of replays, without secrets. */
export interface Effect<Answer> {
  readonly answer: Answer
  readonly result: string
}

/** An effect in the transaction of the host. */
export type EffectIn<Tx, Answer> = (tx: Tx) => Promise<Effect<Answer>> | Effect<Answer>

/** What one transaction has to do, in this order. */
interface Work<Tx, Answer> {
  readonly claim: Claim
  readonly effect: EffectIn<Tx, Answer>
  completionOf(made: Effect<Answer>): Completion
  /** Takes what the completion answered; throws where the claim no longer holds its key, so that the transaction rolls back. */
  completed(holds: boolean, made: Effect<Answer>, completion: Completion): void
}

/** Runs the work in one transaction, and may run it again after a conflict with another. */
export type Run<Tx> = <Answer>(work: Work<Tx, Answer>) => Promise<void>

export function runAsync<Tx>(
  records: RecordStore<Tx>,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Run<Tx> {
  return ({ claim, effect, completionOf, completed }) =>
    transaction(async (tx) => {
      const made = await effect(tx)
      const completion = completionOf(made)
      completed(await records.complete(tx, claim, completion), made, completion)
    })
}

/** Nothing else runs on the connection between the first statement and the commit, since nothing waits. */
export function runSync<Tx>(records: SyncStore<Tx>, atomically: <T>(work: (tx: Tx) => T) => T): Run<Tx> {
  return async ({ claim, effect, completionOf, completed }) =>
    atomically((tx) => {
      const made = effect(tx)
      if (made instanceof Promise) {
        made.catch(() => {})
        throw new TypeError('An effect that runs atomically must not be asynchronous.')
      }
      const completion = completionOf(made)
      completed(records.completeNow(tx, claim, completion), made, completion)
    })
}

interface CommittingOptions<Tx> extends Omit<Keeping, 'claim'> {
  readonly records: RecordStore<Tx>
  readonly run: Run<Tx>
  readonly retentionMs: number
  /** Whether all that an effect does is undone by the rollback of its transaction. */
  readonly inTransaction: boolean
}

/** The claim no longer holds its key, so the transaction was rolled back. */
class ClaimLost extends Error {}

interface Last<Answer> {
  readonly answer: Answer
  readonly expiresAt: EpochMs
}

/** `superseded`: the effect was undone, since another execution has the key or had it; the request is checked again. */
type Committed<Answer> = Outcome<Answer> | 'superseded'

/** Executes a claimed request and returns its outcome. An error of the effect is rethrown and frees the key. */
export function committing<Tx>(options: CommittingOptions<Tx>) {
  const { records, now, leaseMs, retentionMs, run, inTransaction, after } = options

  return async function commit<Answer>(claim: Claim, effect: EffectIn<Tx, Answer>): Promise<Committed<Answer>> {
    const lease = keepLease({ claim, records, now, leaseMs, after })
    /** Set once only the commit remains. */
    let last: Last<Answer> | undefined
    const work: Work<Tx, Answer> = {
      claim,
      effect(tx) {
        last = undefined
        return effect(tx)
      },
      completionOf({ result }) {
        const completedAt = now()
        return { result, completedAt, expiresAt: completedAt + retentionMs }
      },
      completed(holds, { answer }, { expiresAt }) {
        if (!holds) throw new ClaimLost()
        last = { answer, expiresAt }
      },
    }
    try {
      await run(work)
    } catch (error) {
      await lease.stop()
      return afterFailure(claim, error, last)
    }
    await lease.stop()
    if (last === undefined) throw new Error('The transaction ended without running its work.')
    return { kind: 'executed', ...(last as Last<Answer>) }
  }

  /**
   * An error of the effect frees the key. After a failed commit the record is read back, since the commit may have taken
   * place: the record is part of the same transaction. If it cannot be read, the claim stays until its lease expires.
   */
  async function afterFailure<Answer>(
    claim: Claim,
    error: unknown,
    last: Last<Answer> | undefined,
  ): Promise<Committed<Answer>> {
    if (error instanceof ClaimLost)
      return inTransaction ? 'superseded' : { kind: 'outcome_unknown', claimedAt: claim.claimedAt }
    if (last !== undefined) {
      const record = await records.find(claim).catch(() => 'unreadable' as const)
      if (record === 'unreadable') return unreadable(claim)
      if (record?.id === claim.id && record.state === 'completed') return { kind: 'executed', ...last }
    }
    // A key that cannot be freed now becomes unknown, for an operator to resolve.
    await records.release(claim).catch(() => {})
    throw error
  }

  /** Where the key can be retaken, a retry after the lease learns what happened. */
  function unreadable({ claimedAt }: Claim): Outcome<never> {
    return inTransaction
      ? { kind: 'still_executing', leaseUntil: now() + leaseMs }
      : { kind: 'outcome_unknown', claimedAt }
  }
}
