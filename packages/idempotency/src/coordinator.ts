import { setTimeout as delay } from 'node:timers/promises'
import { claimsBeforehand } from './claims-beforehand.ts'
import { claimsInTransaction } from './claims-in-transaction.ts'
import { type Effect, type EffectIn, runAsync, runSync } from './commit.ts'
import type { Fingerprint } from './fingerprint.ts'
import { assertCoordinatorOptions } from './option-checks.ts'
import type { Outcome } from './outcome.ts'
import type {
  EpochMs,
  KeyRef,
  OneTransactionStore,
  RecordStore,
  RetakingStore,
  SyncOneTransactionStore,
  SyncStore,
} from './records.ts'
import type { Request } from './request.ts'

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
  /** The claim commits before the effect begins, which costs a commit of its own. */
  readonly claims?: 'beforehand'
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
  /** See `CoordinatorOptions`. */
  readonly claims?: 'beforehand'
}

/** Of a coordinator whose claims are committed with their changes. It keeps no lease. */
type OneTransactionSettings = Omit<CoordinatorSettings, 'leaseMs' | 'after'>

export interface OneTransactionCoordinatorOptions<Tx> extends OneTransactionSettings {
  readonly records: OneTransactionStore<Tx>
  /** See `CoordinatorOptions`. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The claim, the effect and its record are in one transaction, and so is all that effects do. A process that dies leaves all
   * of it or nothing, so no outcome stays unknown.
   */
  readonly claims: 'in_transaction'
}

/** The same for a connection whose calls are synchronous. */
export interface SyncOneTransactionCoordinatorOptions<Tx> extends OneTransactionSettings {
  readonly records: SyncOneTransactionStore<Tx>
  /** See `SyncCoordinatorOptions`. */
  atomically<T>(work: (tx: Tx) => T): T
  /** See `OneTransactionCoordinatorOptions`. */
  readonly claims: 'in_transaction'
}

export interface Coordinator<Tx> {
  /**
   * Executes the effect, or gives the outcome that the request already has. Rejects with what the effect throws. `begin` is
   * called once before the effect, where the key is free: with claims in the transaction, before it begins, so that what it
   * waits for holds no connection. Rejects with what it throws, and executes nothing.
   */
  readonly confirm: <Answer>(
    request: Request,
    effect: EffectIn<Tx, Answer>,
    begin?: () => Promise<void>,
  ) => Promise<Outcome<Answer>>
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

type OneTransactionOptions<Tx> = OneTransactionCoordinatorOptions<Tx> | SyncOneTransactionCoordinatorOptions<Tx>
type BeforehandOptions<Tx> = CoordinatorOptions<Tx> | RetakingCoordinatorOptions<Tx> | SyncCoordinatorOptions<Tx>

/** Executes confirmed requests exactly once per key. */
export function createCoordinator<Tx>(
  options: CoordinatorOptions<Tx> | RetakingCoordinatorOptions<Tx> | OneTransactionCoordinatorOptions<Tx>,
): Coordinator<Tx>
export function createCoordinator<Tx>(
  options: SyncCoordinatorOptions<Tx> | SyncOneTransactionCoordinatorOptions<Tx>,
): SyncCoordinator<Tx>
export function createCoordinator<Tx>(options: OneTransactionOptions<Tx> | BeforehandOptions<Tx>): Coordinator<Tx> {
  assertCoordinatorOptions(options)
  return 'claims' in options && options.claims === 'in_transaction' ? inTransaction(options) : beforehand(options)
}

function inTransaction<Tx>(options: OneTransactionOptions<Tx>): Coordinator<Tx> {
  const settings = settingsOf(options)
  const { waitMs } = settings
  const run =
    'atomically' in options
      ? runSync<Tx>((work) => options.atomically(work), {
          claim: (tx, claim) => options.records.claimWithinNow(tx, claim),
          complete: (tx, claim, completion) => options.records.completeWithinNow(tx, claim, completion),
        })
      : runAsync<Tx>((work) => options.transaction(work), {
          claim: (tx, claim) => options.records.claimWithin(tx, claim, waitMs),
          complete: (tx, claim, completion) => options.records.completeWithin(tx, claim, completion),
        })
  const { records } = options
  return {
    // Until it commits, nobody else sees the record: the lease of its claim is never looked at.
    ...claimsInTransaction({ ...settings, records, run, leaseMs: 0 }),
    meantBy: meaning((ref) => records.read(ref), settings.now),
  }
}

function beforehand<Tx>(options: BeforehandOptions<Tx>): Coordinator<Tx> {
  const settings = settingsOf(options)
  const run =
    'atomically' in options
      ? runSync<Tx>((work) => options.atomically(work), {
          complete: (tx, claim, completion) => options.records.completeNow(tx, claim, completion),
        })
      : runAsync<Tx>((work) => options.transaction(work), {
          complete: (tx, claim, completion) => options.records.complete(tx, claim, completion),
        })
  const records: RecordStore<Tx> = options.records
  const { leaseMs = 30_000, after = later } = options
  return {
    ...claimsBeforehand({ ...settings, records, run, leaseMs, after, retake: retaking(options) }),
    meantBy: meaning((ref) => records.find(ref), settings.now),
  }
}

function settingsOf(options: CoordinatorSettings) {
  const { waitMs = 10_000, retentionMs = 86_400_000 } = options
  return {
    now: () => options.now(),
    newClaimId: () => options.newClaimId(),
    waitMs,
    retentionMs,
    wait:
      options.wait ??
      ((ms: number, signal?: AbortSignal) => delay(ms, undefined, { ref: false, ...(signal ? { signal } : {}) })),
  }
}

function meaning(find: RecordStore<never>['find'], now: () => EpochMs): Coordinator<never>['meantBy'] {
  return async (ref: KeyRef, given: Fingerprint) => {
    const held = await find(ref)
    if (held?.asGiven?.fingerprint !== given) return undefined
    return held.state === 'completed' && held.expiresAt <= now() ? undefined : held.asGiven.meant
  }
}

function retaking<Tx>(options: BeforehandOptions<Tx>): RetakingStore<Tx>['retake'] | undefined {
  if (options.effects !== 'in_transaction') return undefined
  const { records } = options
  return (lapsed, next) => records.retake(lapsed, next)
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
