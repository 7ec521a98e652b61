import { setTimeout as delay } from 'node:timers/promises'
import { committing, type Effect, type EffectIn, runAsync, runSync } from './commit.ts'
import type { Fingerprint } from './fingerprint.ts'
import { assertCoordinatorOptions } from './option-checks.ts'
import type { Outcome } from './outcome.ts'
import type {
  AsGiven,
  Claim,
  EpochMs,
  IdempotencyRecord,
  KeyRef,
  RecordStore,
  RetakingStore,
  SyncStore,
} from './records.ts'

interface CoordinatorSettings {
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

export interface CoordinatorOptions<Tx> extends CoordinatorSettings {
  readonly records: RecordStore<Tx>
  /** Runs the work in one transaction, and may run it again after a conflict with another. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Effects may reach beyond the transaction, so a claim whose lease ended stays blocked until an operator decides. */
  readonly effects?: 'anywhere'
}

export interface RetakingCoordinatorOptions<Tx> extends Omit<CoordinatorOptions<Tx>, 'records' | 'effects'> {
  readonly records: RetakingStore<Tx>
  /**
   * All that effects do is in the transaction that completes the claim. Then a retry may take over a claim whose lease ended
   * and execute again: the transaction before it can no longer commit.
   */
  readonly effects: 'in_transaction'
}

/** For a connection whose calls are synchronous and shared by everything in the process. */
export interface SyncCoordinatorOptions<Tx> extends CoordinatorSettings {
  readonly records: SyncStore<Tx>
  /** Runs the work in one transaction without waiting for anything. */
  atomically<T>(work: (tx: Tx) => T): T
  /** See `RetakingCoordinatorOptions`. */
  readonly effects?: 'anywhere' | 'in_transaction'
}

export interface Request extends KeyRef {
  readonly operation: string
  readonly fingerprint: Fingerprint
  /** Absent if it named everything by its id. */
  readonly asGiven?: AsGiven
}

export interface Coordinator<Tx> {
  /** Executes the effect, or gives the outcome that the request already has. Rejects with what the effect throws. */
  readonly confirm: <Answer>(request: Request, effect: EffectIn<Tx, Answer>) => Promise<Outcome<Answer>>
  /** The outcome that is recorded for this request, without executing anything; undefined where its key is free. */
  readonly replay: (request: Request) => Promise<Outcome<never> | undefined>
  /**
   * What the request with this key meant, if its input as given was this one; undefined if the key is free or the input
   * was another. Call it after names are looked up and before the ids are used: the same request means what it
   * meant at first, whatever its names mean by now.
   */
  readonly meantBy: (ref: KeyRef, given: Fingerprint) => Promise<string | undefined>
}

/** A coordinator whose effects return no promise. */
export interface SyncCoordinator<Tx> extends Pick<Coordinator<Tx>, 'replay' | 'meantBy'> {
  readonly confirm: <Answer>(request: Request, effect: (tx: Tx) => Effect<Answer>) => Promise<Outcome<Answer>>
}

const POLL_MS_FIRST = 10
const POLL_MS_MAX = 250

/**
 * Executes confirmed requests exactly once per key.
 *
 * The claim commits before the effect starts, and completes in the transaction of the effect. So a crash leaves nothing, or
 * the effect with its record, or a claim whose lease expires and whose outcome is then unknown.
 */
export function createCoordinator<Tx>(options: CoordinatorOptions<Tx> | RetakingCoordinatorOptions<Tx>): Coordinator<Tx>
export function createCoordinator<Tx>(options: SyncCoordinatorOptions<Tx>): SyncCoordinator<Tx>
export function createCoordinator<Tx>(
  options: CoordinatorOptions<Tx> | RetakingCoordinatorOptions<Tx> | SyncCoordinatorOptions<Tx>,
): Coordinator<Tx> {
  assertCoordinatorOptions(options)
  const { now, leaseMs = 30_000, waitMs = 10_000, retentionMs = 86_400_000 } = options
  const records: RecordStore<Tx> = options.records
  const retake = retaking(options)
  const wait =
    options.wait ??
    ((ms: number, signal?: AbortSignal) => delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }))
  const commit = committing({
    ...{ records, now, leaseMs, retentionMs, run: runOf(options), inTransaction: retake !== undefined },
    after: options.after ?? later,
  })
  /** Executions of this process, so that identical requests in it do not poll. */
  const executing = new Map<string, Promise<unknown>>()

  async function confirm<Answer>(request: Request, effect: EffectIn<Tx, Answer>): Promise<Outcome<Answer>> {
    const deadline = now() + waitMs
    for (let attempt = 0; ; attempt++) {
      const claim = newClaim(request)
      const held = await records.claim(claim)
      const judged = held === undefined ? 'claimed' : await judge(held, request)
      if (typeof judged === 'object') return judged
      if (judged === 'free') continue
      if (judged === 'claimed' || (judged === 'lapsed' && held && (await retake?.(held, claim)))) {
        const outcome = await execute(claim, effect)
        if (outcome !== 'superseded') return outcome
        await waitForExecution(request, attempt, deadline)
      } else if (held && now() >= deadline) return { kind: 'still_executing', leaseUntil: held.leaseUntil }
      else await waitForExecution(request, attempt, deadline)
    }
  }

  async function replay(request: Request): Promise<Outcome<never> | undefined> {
    const held = await records.find(request)
    if (held === undefined) return undefined
    const judged = await judge(held, request)
    if (typeof judged === 'object') return judged
    return judged === 'wait' ? { kind: 'still_executing', leaseUntil: held.leaseUntil } : undefined
  }

  async function meantBy(ref: KeyRef, given: Fingerprint): Promise<string | undefined> {
    const held = await records.find(ref)
    if (held?.asGiven?.fingerprint !== given) return undefined
    return held.state === 'completed' && held.expiresAt <= now() ? undefined : held.asGiven.meant
  }

  /** The outcome that a held key has for this request; `free` when its record expired, `lapsed` when it can be retaken. */
  async function judge(
    held: IdempotencyRecord,
    request: Request,
  ): Promise<Outcome<never> | 'wait' | 'free' | 'lapsed'> {
    if (held.state === 'completed' && held.expiresAt <= now()) {
      await records.removeExpired(request, now())
      return 'free'
    }
    if (held.fingerprint !== request.fingerprint) return { kind: 'arguments_differ' }
    switch (held.state) {
      case 'completed':
        return { kind: 'replayed', result: held.result, expiresAt: held.expiresAt }
      case 'resolved_executed':
        return { kind: 'resolved_executed', resolvedAt: held.resolvedAt }
      case 'executing':
        if (held.leaseUntil > now()) return 'wait'
        return retake ? 'lapsed' : { kind: 'outcome_unknown', claimedAt: held.claimedAt }
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

  async function execute<Answer>(claim: Claim, effect: EffectIn<Tx, Answer>) {
    const running = commit(claim, effect)
    const ended = running.then(
      () => {},
      () => {},
    )
    executing.set(slot(claim), ended)
    try {
      return await running
    } finally {
      // A retaken claim has its own execution under the same key.
      if (executing.get(slot(claim)) === ended) executing.delete(slot(claim))
    }
  }

  function newClaim({ owner, key, operation, fingerprint, asGiven }: Request): Claim {
    const claimedAt = now()
    const request = { owner, key, operation, fingerprint, ...(asGiven && { asGiven }) }
    return { ...request, id: options.newClaimId(), claimedAt, leaseUntil: claimedAt + leaseMs }
  }

  return { confirm, replay, meantBy }
}

type AnyOptions<Tx> = CoordinatorOptions<Tx> | RetakingCoordinatorOptions<Tx> | SyncCoordinatorOptions<Tx>

function retaking<Tx>(options: AnyOptions<Tx>): RetakingStore<Tx>['retake'] | undefined {
  if (options.effects !== 'in_transaction') return undefined
  const { records } = options
  return (lapsed, next) => records.retake(lapsed, next)
}

function runOf<Tx>(options: AnyOptions<Tx>) {
  return 'atomically' in options
    ? runSync(options.records, (work) => options.atomically(work))
    : runAsync(options.records, (work) => options.transaction(work))
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

function slot({ owner, key }: KeyRef): string {
  return `${owner}\n${key}`
}
