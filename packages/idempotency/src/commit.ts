import type { Claim, Completion, EpochMs } from './records.ts'

/** The result of an effect: the answer of this call, and the recorded result of replays, without secrets. */
export interface Effect<Answer> {
  readonly answer: Answer
  readonly result: string
  /** How long this record protects, in milliseconds; `retentionMs` when absent. For a result that is not final yet. */
  readonly keptMs?: number
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

/** What a store does in the transaction; it claims nothing there if the claim is committed beforehand. */
interface Steps<Tx> {
  claim?(tx: Tx, claim: Claim): Promise<void>
  complete(tx: Tx, claim: Claim, completion: Completion): Promise<boolean>
}
interface SyncSteps<Tx> {
  claim?(tx: Tx, claim: Claim): void
  complete(tx: Tx, claim: Claim, completion: Completion): boolean
}

export function runAsync<Tx>(transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>, steps: Steps<Tx>): Run<Tx> {
  return ({ claim, effect, completionOf, completed }) =>
    transaction(async (tx) => {
      await steps.claim?.(tx, claim)
      const made = await effect(tx)
      const completion = completionOf(made)
      completed(await steps.complete(tx, claim, completion), made, completion)
    })
}

/** Nothing else runs on the connection between the first statement and the commit, since nothing waits. */
export function runSync<Tx>(atomically: <T>(work: (tx: Tx) => T) => T, steps: SyncSteps<Tx>): Run<Tx> {
  return async ({ claim, effect, completionOf, completed }) =>
    atomically((tx) => {
      steps.claim?.(tx, claim)
      const made = effect(tx)
      if (made instanceof Promise) {
        made.catch(() => {})
        throw new TypeError('An effect that runs atomically must not be asynchronous.')
      }
      const completion = completionOf(made)
      completed(steps.complete(tx, claim, completion), made, completion)
    })
}

/** The claim no longer holds its key, so the transaction was rolled back. */
export class ClaimLost extends Error {}

/** What is left to answer when only the commit remains. */
export interface Last<Answer> {
  readonly answer: Answer
  readonly expiresAt: EpochMs
}

/** With `last`, a failure is that of the commit, which may have taken place. */
export type Attempted<Answer> =
  | ({ readonly kind: 'committed' } & Last<Answer>)
  | { readonly kind: 'failed'; readonly error: unknown; readonly last: Last<Answer> | undefined }

export interface Attempting<Tx> {
  readonly run: Run<Tx>
  readonly retentionMs: number
  now(): EpochMs
}

/** Runs the effect of a claim in a transaction that completes it. */
export async function attempt<Tx, Answer>(
  { run, now, retentionMs }: Attempting<Tx>,
  claim: Claim,
  effect: EffectIn<Tx, Answer>,
): Promise<Attempted<Answer>> {
  // An object, since the compiler does not see that the transaction sets it.
  const reached: { last: Last<Answer> | undefined } = { last: undefined }
  try {
    await run<Answer>({
      claim,
      effect(tx) {
        reached.last = undefined
        return effect(tx)
      },
      completionOf({ result, keptMs = retentionMs }) {
        const completedAt = now()
        return { result, completedAt, expiresAt: completedAt + keptMs }
      },
      completed(holds, { answer }, { expiresAt }) {
        if (!holds) throw new ClaimLost()
        reached.last = { answer, expiresAt }
      },
    })
  } catch (error) {
    return { kind: 'failed', error, last: reached.last }
  }
  if (reached.last === undefined) throw new Error('The transaction ended without running its work.')
  return { kind: 'committed', ...reached.last }
}

/** Runs a step at its first call only: a request may be tried more than once. */
export function once(step: (() => Promise<void>) | undefined): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= step?.() ?? Promise.resolve()
    return running
  }
}
