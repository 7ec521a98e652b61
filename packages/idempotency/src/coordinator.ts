import { setTimeout as delay } from 'node:timers/promises'
import type { Fingerprint } from './fingerprint.ts'
import { keepLease } from './lease.ts'
import type { Outcome } from './outcome.ts'
import type { Claim, EpochMs, IdempotencyRecord, KeyRef, RecordStore } from './records.ts'

export interface CoordinatorOptions<Tx> {
  readonly records: RecordStore<Tx>
  /** Runs the work in one transaction, and may run it again after a conflict with another. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  now(): EpochMs
  /** A new, unguessable id for a claim. */
  newClaimId(): string
  /** Life of a claim without a sign of life; renewed while its effect runs. */
  readonly leaseMs?: number
  /** How long an identical request waits for the first one. */
  readonly waitMs?: number
  /** How long a completed record protects against a second execution. */
  readonly retentionMs?: number
  /** Waits; injected so that tests need not. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back later, unless what it answers is called before; for the renewal of leases. */
  after?(ms: number, run: () => void): () => void
}

export interface Request extends KeyRef {
  readonly operation: string
  readonly fingerprint: Fingerprint
}

/** What an effect leaves: the answer of this call, and the result that replays are made from, without secrets. */
export interface Effect<Answer> {
  readonly answer: Answer
  readonly result: string
}

/** The transaction was refused because the claim no longer holds its key. Nothing of the effect remains. */
class ClaimLost extends Error {}

const POLL_MS_FIRST = 10
const POLL_MS_MAX = 250

/**
 * Executes confirmed requests exactly once per key.
 *
 * The claim is committed before the effect begins, and completed in the effect's own transaction. So a crash anywhere
 * leaves either nothing, or effect and record together, or a claim whose lease runs out and which then says unknown.
 */
export function createCoordinator<Tx>(options: CoordinatorOptions<Tx>) {
  const { records, now, leaseMs = 30_000, waitMs = 10_000, retentionMs = 86_400_000 } = options
  const wait =
    options.wait ??
    ((ms: number, signal?: AbortSignal) => delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }))
  /** Executions of this process, so that identical requests here need not poll. */
  const executing = new Map<string, Promise<unknown>>()

  async function confirm<Answer>(
    request: Request,
    effect: (tx: Tx) => Promise<Effect<Answer>>,
  ): Promise<Outcome<Answer>> {
    const deadline = now() + waitMs
    // Most requests under a known key are repeats, and those need no write at all.
    const known = await records.peek(request)
    if (known !== undefined) {
      const settled = await judge(known, request)
      if (typeof settled === 'object') return settled
    }
    for (let attempt = 0; ; attempt++) {
      const claim = newClaim(request)
      const held = await records.claim(claim)
      if (held === undefined) return execute(claim, effect)
      const settled = await judge(held, request)
      if (typeof settled === 'object') return settled
      if (settled === 'again') continue
      if (now() >= deadline) return { kind: 'still_executing', leaseUntil: held.leaseUntil }
      await turn(request, attempt, deadline)
    }
  }

  /** What a held key means for this request; `again` when it has just become free. */
  async function judge(held: IdempotencyRecord, request: Request): Promise<Outcome<never> | 'wait' | 'again'> {
    if (held.state === 'completed' && held.expiresAt <= now()) {
      await records.removeExpired(request, now())
      return 'again'
    }
    if (held.fingerprint !== request.fingerprint) return { kind: 'arguments_differ' }
    switch (held.state) {
      case 'completed':
        return { kind: 'replayed', result: held.result, expiresAt: held.expiresAt }
      case 'resolved_executed':
        return { kind: 'resolved_executed', resolvedAt: held.resolvedAt }
      case 'executing':
        return held.leaseUntil > now() ? 'wait' : { kind: 'outcome_unknown', claimedAt: held.claimedAt }
    }
  }

  /** Waits for an execution of this process to end, or for another process a little longer each time. */
  async function turn(request: Request, attempt: number, deadline: EpochMs): Promise<void> {
    const left = Math.max(1, deadline - now())
    const here = executing.get(slot(request))
    if (here === undefined) return wait(Math.min(left, POLL_MS_MAX, POLL_MS_FIRST * 2 ** attempt))
    const patience = new AbortController()
    await Promise.race([here, wait(left, patience.signal).catch(() => {})])
    patience.abort()
  }

  async function execute<Answer>(claim: Claim, effect: (tx: Tx) => Promise<Effect<Answer>>): Promise<Outcome<Answer>> {
    const running = commit(claim, effect)
    const ended = running.then(
      () => {},
      () => {},
    )
    executing.set(slot(claim), ended)
    try {
      return await running
    } finally {
      executing.delete(slot(claim))
    }
  }

  async function commit<Answer>(claim: Claim, effect: (tx: Tx) => Promise<Effect<Answer>>): Promise<Outcome<Answer>> {
    const lease = keepLease({ claim, records, now, leaseMs, after: options.after ?? later })
    /** Set once the transaction has nothing left to do but to commit. */
    let last: { answer: Answer; expiresAt: EpochMs } | undefined
    try {
      await options.transaction(async (tx) => {
        last = undefined
        const { answer, result } = await effect(tx)
        const completedAt = now()
        const expiresAt = completedAt + retentionMs
        if (!(await records.complete(tx, claim, { result, completedAt, expiresAt }))) throw new ClaimLost()
        last = { answer, expiresAt }
      })
    } catch (error) {
      await lease.stop()
      return afterFailure(claim, error, last)
    }
    await lease.stop()
    if (last === undefined) throw new Error('The transaction ended without running its work.')
    return { kind: 'executed', ...last }
  }

  /**
   * A refusal frees the key. A failure after the last step may have hit the answer of a commit that went through, so
   * the record is read back: it was written by the very same transaction and therefore tells. If it cannot be read,
   * the claim stays, and its lease turns it into unknown.
   */
  async function afterFailure<Answer>(
    claim: Claim,
    error: unknown,
    last: { answer: Answer; expiresAt: EpochMs } | undefined,
  ): Promise<Outcome<Answer>> {
    if (error instanceof ClaimLost) return { kind: 'outcome_unknown', claimedAt: claim.claimedAt }
    if (last !== undefined) {
      const record = await records.find(claim).catch(() => 'unreadable' as const)
      if (record === 'unreadable') return { kind: 'outcome_unknown', claimedAt: claim.claimedAt }
      if (record?.id === claim.id && record.state === 'completed') return { kind: 'executed', ...last }
    }
    // A key that cannot be freed now is freed by nobody: it ends as unknown, which is the truth an operator can act on.
    await records.release(claim).catch(() => {})
    throw error
  }

  function newClaim({ owner, key, operation, fingerprint }: Request): Claim {
    const claimedAt = now()
    return { owner, key, operation, fingerprint, id: options.newClaimId(), claimedAt, leaseUntil: claimedAt + leaseMs }
  }

  return { confirm }
}

export type Coordinator<Tx> = ReturnType<typeof createCoordinator<Tx>>

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

function slot({ owner, key }: KeyRef): string {
  return `${owner}\n${key}`
}
