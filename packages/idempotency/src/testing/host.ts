import { type Coordinator, createCoordinator } from '../coordinator.ts'
import { fingerprint } from '../fingerprint.ts'
import type { IdempotencyKey } from '../idempotency-key.ts'
import { parseIdempotencyKey } from '../idempotency-key.ts'
import type { Claim, Completion, EpochMs, RecordStore, RetakingStore, SyncStore } from '../records.ts'
import type { Request } from '../request.ts'
import type { Resolver } from '../resolver.ts'

/** What vitest, `node:test`, Mocha and Jest have in common. */
export interface TestFramework {
  describe(title: string, body: () => void): unknown
  it(title: string, body: () => Promise<void>): unknown
}

export interface Traces<Tx> {
  /** Where operators decide, if the store has it. */
  readonly resolver?: Resolver<Tx>
  /** How many effects with this name are committed. */
  effects(name: string): Promise<number>
}

/** A store whose transactions may wait, with a change that tests can make and count in them. */
export interface AsyncHost<Tx> extends Traces<Tx> {
  readonly records: RecordStore<Tx> | RetakingStore<Tx>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Leaves an effect with this name in the transaction. */
  effect(tx: Tx, name: string): Promise<void>
}

/** The same for a store whose transactions are synchronous. */
export interface SyncHost<Tx> extends Traces<Tx> {
  readonly records: SyncStore<Tx>
  atomically<T>(work: (tx: Tx) => T): T
  effect(tx: Tx, name: string): void
}

export type RecordStoreHost<Tx> = AsyncHost<Tx> | SyncHost<Tx>

/** How long the claims of these tests last. */
export const LEASE_MS = 30_000
export const DAY_MS = 86_400_000
/** No test takes this long on a store that works. */
const HANGING_MS = 20_000

let worlds = 0

/** One test: names that no other test uses, a clock that only the test moves, and the host. */
export interface World<Tx> {
  readonly host: RecordStoreHost<Tx>
  readonly name: string
  now(): EpochMs
  advance(ms: number): void
  request(input?: unknown, owner?: string): Request
  /** A new claim of the request, not yet stored. */
  newClaim(request?: Request): Claim
  /** A claim that is stored. */
  claimed(): Promise<Claim>
  completion(result?: string): Completion
  /** Completes in its own transaction. */
  complete(claim: Claim, completion?: Completion): Promise<boolean>
  /** A coordinator like that of another process: it shares nothing with others but the store. */
  coordinator(effects?: 'anywhere' | 'in_transaction', waitMs?: number): Coordinator<Tx>
  /** Leaves an effect with the name of the test; its result is `"done"`. */
  effect(tx: Tx): Promise<{ answer: string; result: string }> | { answer: string; result: string }
  effects(): Promise<number>
}

export function worldOf<Tx>(host: RecordStoreHost<Tx>): World<Tx> {
  const name = `t${++worlds}-${process.pid}`
  let now = 1_700_000_000_000
  let claims = 0
  const newClaimId = () => `${name}-${++claims}`
  const done = { answer: 'answer', result: '"done"' }
  const world: World<Tx> = {
    host,
    name,
    now: () => now,
    advance(ms) {
      now += ms
    },
    request: (input = 'input', owner = name) => ({
      ...{ owner, key: keyOf(name), operation: 'create' },
      fingerprint: fingerprint('create', input),
    }),
    newClaim: (request = world.request()) => ({
      ...{ ...request, id: newClaimId() },
      ...{ claimedAt: now, leaseUntil: now + LEASE_MS },
    }),
    async claimed() {
      const claim = world.newClaim()
      if ((await host.records.claim(claim)) !== undefined) throw new Error('The key is taken.')
      return claim
    },
    completion: (result = '"done"') => ({ result, completedAt: now, expiresAt: now + DAY_MS }),
    complete: (claim, completion = world.completion()) =>
      inTransaction(
        host,
        (tx) => host.records.complete(tx, claim, completion),
        (tx, records) => records.completeNow(tx, claim, completion),
      ),
    coordinator: (effects = 'anywhere', waitMs = 10_000) =>
      coordinatorOn(host, { effects, now: () => now, newClaimId, waitMs, advance: world.advance }),
    effect(tx) {
      const left = host.effect(tx, name)
      return left instanceof Promise ? left.then(() => done) : done
    },
    effects: () => host.effects(name),
  }
  return world
}

/** Runs one of both works, whichever the transactions of the host allow. */
export async function inTransaction<Tx, T>(
  host: RecordStoreHost<Tx>,
  work: (tx: Tx) => Promise<T>,
  syncWork: (tx: Tx, records: SyncStore<Tx>) => T,
): Promise<T> {
  return 'atomically' in host ? host.atomically((tx) => syncWork(tx, host.records)) : host.transaction(work)
}

interface Settings {
  readonly effects: 'anywhere' | 'in_transaction'
  now(): EpochMs
  newClaimId(): string
  readonly waitMs: number
  advance(ms: number): void
}

function coordinatorOn<Tx>(
  host: RecordStoreHost<Tx>,
  { effects, now, newClaimId, waitMs, advance }: Settings,
): Coordinator<Tx> {
  const started = performance.now()
  const settings = {
    ...{ now, newClaimId, leaseMs: LEASE_MS, waitMs, retentionMs: DAY_MS },
    /**
     * The clock stands still meanwhile, except for a store that lets a request wait for ever. An execution of this process ends the
     * wait for it.
     */
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (performance.now() - started > HANGING_MS) advance(waitMs)
        if (signal === undefined) setTimeout(resolve, Math.min(ms, 20))
        else signal.addEventListener('abort', () => reject(signal.reason))
      }),
    // Nothing renews a lease unless a test does.
    after: () => () => {},
  }
  if ('atomically' in host) {
    const { records } = host
    const coordinator = createCoordinator({
      ...settings,
      records,
      effects,
      atomically: (work) => host.atomically(work),
    })
    // The effects of these tests are synchronous on such a host.
    return coordinator as Coordinator<Tx>
  }
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => host.transaction(work)
  if (effects === 'anywhere') return createCoordinator({ ...settings, records: host.records, transaction })
  return createCoordinator({ ...settings, records: retakingOf(host.records), transaction, effects })
}

export function retakingOf<Tx>(records: RecordStore<Tx> | RetakingStore<Tx>): RetakingStore<Tx> {
  if (!('retake' in records)) throw new TypeError('The store cannot retake claims.')
  return records
}

export function keyOf(text: string): IdempotencyKey {
  const key = parseIdempotencyKey(text)
  if (key === undefined) throw new Error(`${text} is not a key.`)
  return key
}
