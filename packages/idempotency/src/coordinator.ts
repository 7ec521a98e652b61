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
  /** How long a claim lasts without renewal. It is renewed while the effect runs. */
  readonly leaseMs?: number
  /** How long an identical request waits for the first one. */
  readonly waitMs?: number
  /** How long a completed record protects against a second execution. */
  readonly retentionMs?: number
  /** Injected so that tests do not wait. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls back later, for the renewal of leases. Returns a function that cancels the call. */
  after?(ms: number, run: () => void): () => void
}

export interface Request extends KeyRef {
  readonly operation: string
  readonly fingerprint: Fingerprint
}

/** The result of an effect: the answer of this call, and the recorded result of replays, without secrets. */
export interface Effect<Answer> {
  readonly answer: Answer
  readonly result: string
}

/** The claim no longer holds its key, so the transaction was rolled back. */
class ClaimLost extends Error {}

const POLL_MS_FIRST = 10
const POLL_MS_MAX = 250

/**
 * Executes confirmed requests exactly once per key.
 *
 * The claim commits before the effect starts, and completes in the transaction of the effect. So a crash leaves nothing, or
 * the effect with its record, or a claim whose lease expires and whose outcome is then unknown.
 */
export function createCoordinator<Tx>(options: CoordinatorOptions<Tx>) {
  const { records, now, leaseMs = 30_000, waitMs = 10_000, retentionMs = 86_400_000 } = options
  const wait =
    options.wait ??
    ((ms: number, signal?: AbortSignal) => delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }))
  /** Executions of this process, so that identical requests in it do not poll. */
  const executing = new Map<string, Promise<unknown>>()

  async function confirm<Answer>(
    request: Request,
    effect: (tx: Tx) => Promise<Effect<Answer>>,
  ): Promise<Outcome<Answer>> {
    const deadline = now() + waitMs
    for (let attempt = 0; ; attempt++) {
      const claim = newClaim(request)
      const held = await records.claim(claim)
      if (held === undefined) return execute(claim, effect)
      const settled = await judge(held, request)
      if (typeof settled === 'object') return settled
      if (settled === 'again') continue
      if (now() >= deadline) return { kind: 'still_executing', leaseUntil: held.leaseUntil }
      await waitForExecution(request, attempt, deadline)
    }
  }

  /** The outcome that is recorded for this request, without executing anything; undefined where its key is free. */
  async function replay(request: Request): Promise<Outcome<never> | undefined> {
    const held = await records.find(request)
    if (held === undefined) return undefined
    const settled = await judge(held, request)
    if (typeof settled === 'object') return settled
    return settled === 'wait' ? { kind: 'still_executing', leaseUntil: held.leaseUntil } : undefined
  }

  /** The outcome that a held key has for this request; `again` when the key has just become free. */
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

  /** Waits for the execution if it is in this process; otherwise polls with exponential backoff. */
  async function waitForExecution(request: Request, attempt: number, deadline: EpochMs): Promise<void> {
    const left = Math.max(1, deadline - now())
    const execution = executing.get(slot(request))
    if (execution === undefined) return wait(Math.min(left, POLL_MS_MAX, POLL_MS_FIRST * 2 ** attempt))
    const timeout = new AbortController()
    await Promise.race([execution, wait(left, timeout.signal).catch(() => {})])
    timeout.abort()
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
    /** Set once only the commit remains. */
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
   * A refusal frees the key. After a failed commit the record is read back, since the commit may have taken place: the
   * record is part of the same transaction. If it cannot be read, the claim stays until its lease expires.
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
    // A key that cannot be freed now becomes unknown, for an operator to resolve.
    await records.release(claim).catch(() => {})
    throw error
  }

  function newClaim({ owner, key, operation, fingerprint }: Request): Claim {
    const claimedAt = now()
    return { owner, key, operation, fingerprint, id: options.newClaimId(), claimedAt, leaseUntil: claimedAt + leaseMs }
  }

  return { confirm, replay }
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
