import assert from 'node:assert/strict'
import { createCoordinator, type SyncCoordinator } from '../coordinator.ts'
import { fingerprint } from '../fingerprint.ts'
import { type Claim, KeyHeld, type OneTransactionStore, type SyncOneTransactionStore } from '../records.ts'
import type { Request } from '../request.ts'
import { DAY_MS, keyOf, type Traces } from './host.ts'

/** A store whose transactions may wait, with a change that tests can make and count in them. */
export interface AsyncOneTransactionHost<Tx> extends Pick<Traces<Tx>, 'effects'> {
  readonly records: OneTransactionStore<Tx>
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Leaves an effect with this name in the transaction. */
  effect(tx: Tx, name: string): Promise<void>
}

/** The same for a store whose transactions are synchronous. */
export interface SyncOneTransactionHost<Tx> extends Pick<Traces<Tx>, 'effects'> {
  readonly records: SyncOneTransactionStore<Tx>
  atomically<T>(work: (tx: Tx) => T): T
  effect(tx: Tx, name: string): void
}

export type OneTransactionHost<Tx> = AsyncOneTransactionHost<Tx> | SyncOneTransactionHost<Tx>

/** What ends a transaction at a moment where a process could die. */
class Ended extends Error {}

type Moment = 'after its claim' | 'after its effect' | 'after its completion'
const MOMENTS: readonly Moment[] = ['after its claim', 'after its effect', 'after its completion']

interface World<Tx> {
  readonly host: OneTransactionHost<Tx>
  readonly name: string
  now(): number
  advance(ms: number): void
  request(input?: unknown, owner?: string): Request
  /** A coordinator like that of another process: it shares nothing with others but the store. */
  confirm(request: Request, by?: string): Promise<{ readonly kind: string; readonly result?: string }>
  /** A coordinator whose transactions run inside of this. */
  through(around: Around): SyncCoordinator<Tx>
  effects(): Promise<number>
  /** Claims, makes the change and completes in one transaction, which ends at this moment. Rejects with what ended it. */
  endAt(moment: Moment): Promise<void>
}

/** What happens around each transaction. */
type Around = (run: () => Promise<void>) => Promise<void>

let worlds = 0

export function oneTransactionWorld<Tx>(host: OneTransactionHost<Tx>): World<Tx> {
  const name = `o${++worlds}-${process.pid}`
  let now = 1_700_000_000_000
  let claims = 0
  const processes = new Map<string, SyncCoordinator<Tx>>()
  const newClaimId = () => `${name}-${++claims}`
  const settings = { now: () => now, newClaimId, retentionMs: DAY_MS, claims: 'in_transaction' as const }
  const through = (around: Around): SyncCoordinator<Tx> => coordinatorOn(host, settings, around)
  const made = { answer: 'answer', result: '"done"' }
  const request: World<Tx>['request'] = (input = 'input', owner = name) => ({
    ...{ owner, key: keyOf(name), operation: 'create' },
    fingerprint: fingerprint('create', input),
  })
  return {
    host,
    name,
    now: () => now,
    advance(ms) {
      now += ms
    },
    request,
    through,
    confirm(asked, by = 'one') {
      const coordinator = processes.get(by) ?? through((run) => run())
      processes.set(by, coordinator)
      return coordinator.confirm(asked, (tx) => effectOf(host.effect(tx, name), made))
    },
    effects: () => host.effects(name),
    async endAt(moment) {
      const claim: Claim = { ...request(), id: newClaimId(), claimedAt: now, leaseUntil: now }
      await ended(host, claim, name, moment)
    },
  }
}

function coordinatorOn<Tx>(
  host: OneTransactionHost<Tx>,
  settings: { now(): number; newClaimId(): string; retentionMs: number; claims: 'in_transaction' },
  around: Around,
): SyncCoordinator<Tx> {
  if ('atomically' in host) {
    const { records } = host
    // Synchronous transactions have nothing around them that could wait, so that a failure replaces their end.
    return createCoordinator({
      ...settings,
      records,
      atomically: (work) => aroundNow(() => host.atomically(work), around),
    })
  }
  return createCoordinator({
    ...settings,
    records: host.records,
    async transaction<T>(work: (tx: Tx) => Promise<T>) {
      const done: { result?: T } = {}
      await around(async () => {
        done.result = await host.transaction(work)
      })
      return done.result as T
    },
  })
}

function aroundNow<T>(run: () => T, around: Around): T {
  let done: { readonly result: T } | { readonly error: unknown } | undefined
  void around(async () => {
    try {
      done = { result: run() }
    } catch (error) {
      done = { error }
    }
  }).catch((error: unknown) => {
    done = { error }
  })
  if (done === undefined) throw new Error('The transaction did not run at once.')
  if ('error' in done) throw done.error
  return done.result
}

function effectOf<Made>(left: Promise<void> | void, made: Made): Made {
  // A coordinator whose effects may wait takes the promise.
  return left instanceof Promise ? (left.then(() => made) as Made) : made
}

async function ended<Tx>(host: OneTransactionHost<Tx>, claim: Claim, name: string, moment: Moment): Promise<void> {
  const completion = { result: '"lost"', completedAt: claim.claimedAt, expiresAt: claim.claimedAt + DAY_MS }
  if ('atomically' in host)
    return host.atomically((tx) => {
      host.records.claimWithinNow(tx, claim)
      if (moment === 'after its claim') throw new Ended()
      void host.effect(tx, name)
      if (moment === 'after its effect') throw new Ended()
      assert.equal(host.records.completeWithinNow(tx, claim, completion), true)
      throw new Ended()
    })
  return host.transaction(async (tx) => {
    await host.records.claimWithin(tx, claim, 10_000)
    if (moment === 'after its claim') throw new Ended()
    await host.effect(tx, name)
    if (moment === 'after its effect') throw new Ended()
    assert.equal(await host.records.completeWithin(tx, claim, completion), true)
    throw new Ended()
  })
}

type Rules<Tx> = Readonly<Record<string, (world: World<Tx>) => Promise<void>>>

/** What every store does whose claims commit with their changes. */
export const oneTransactionRules = <Tx>(): Rules<Tx> => ({
  'executes a request once when three processes get it ninety-nine times at once': async (world) => {
    const outcomes = await Promise.all(
      Array.from({ length: 99 }, (_, i) => world.confirm(world.request(), `process ${i % 3}`)),
    )
    assert.equal(await world.effects(), 1)
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['executed', ...Array<string>(98).fill('replayed')])
    assert.deepEqual(new Set(outcomes.map(({ result }) => result)), new Set([undefined, '"done"']))
  },

  'replays an identical request from its record, and rejects another one under the same key': async (world) => {
    const expiresAt = world.now() + DAY_MS
    const executed = await world.confirm(world.request({ a: 1, b: 2 }))
    assert.deepEqual(executed, { kind: 'executed', answer: 'answer', expiresAt })
    const replayed = await world.confirm(world.request({ b: 2, a: 1 }), 'another process')
    assert.deepEqual(replayed, { kind: 'replayed', result: '"done"', expiresAt })
    assert.deepEqual(await world.confirm(world.request({ a: 2 })), { kind: 'arguments_differ' })
    assert.equal(await world.effects(), 1)
  },

  'keeps the same key of two owners apart in their transactions': async (world) => {
    const kinds = [await world.confirm(world.request()), await world.confirm(world.request('input', `${world.name}-2`))]
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['executed', 'executed'],
    )
    assert.equal(await world.effects(), 2)
  },

  ...Object.fromEntries(
    MOMENTS.map((moment): [string, (world: World<Tx>) => Promise<void>] => [
      `leaves nothing of a transaction that ended ${moment}, and executes its retry`,
      async (world) => {
        await assert.rejects(world.endAt(moment), Ended)
        assert.equal(await world.host.records.read(world.request()), undefined)
        assert.equal(await world.effects(), 0)
        assert.equal((await world.confirm(world.request())).kind, 'executed')
        assert.equal((await world.confirm(world.request())).kind, 'replayed')
        assert.equal(await world.effects(), 1)
      },
    ]),
  ),

  'rejects a claim of a key that has a record in its transaction': async (world) => {
    await world.confirm(world.request())
    await assert.rejects(world.endAt('after its completion'), KeyHeld)
    assert.equal(await world.effects(), 1)
    assert.equal((await world.confirm(world.request())).kind, 'replayed')
  },

  'executes a request again only when its record has expired, also without a purge': async (world) => {
    await world.confirm(world.request())
    for (const [later, kind] of [
      [DAY_MS - 1, 'replayed'],
      [1, 'executed'],
    ] as const) {
      world.advance(later)
      assert.equal((await world.confirm(world.request())).kind, kind)
    }
    assert.equal(await world.effects(), 2)
    world.advance(DAY_MS)
    assert.ok((await world.host.records.purge(world.now())) >= 1)
    assert.equal(await world.host.records.read(world.request()), undefined)
  },

  'stores a result of 4 MiB and of any script with its claim': async (world) => {
    const result = JSON.stringify('日😀\u0000'.repeat(300_000))
    const { confirm } = world.through((run) => run())
    await confirm(world.request('input', `${world.name} “Ärger” ' \\ 日本`), () => ({ answer: '', result }))
    const record = await world.host.records.read(world.request('input', `${world.name} “Ärger” ' \\ 日本`))
    assert.equal(record?.state === 'completed' && record.result, result)
  },

  'answers what a request by name meant, once it has executed and as long as its record lasts': async (world) => {
    const { confirm, meantBy } = world.through((run) => run())
    const [given, other] = [fingerprint('create', { name: 'Thing' }), fingerprint('create', { name: 'Other' })]
    const asGiven = { fingerprint: given, meant: 'thing_1' }
    await confirm({ ...world.request(), asGiven }, () => ({ answer: '', result: '1' }))
    assert.equal(await meantBy(world.request(), given), 'thing_1')
    assert.equal(await meantBy(world.request(), other), undefined)
    world.advance(DAY_MS)
    assert.equal(await meantBy(world.request(), given), undefined)
  },

  'reports a request as executed when the answer of its commit was lost': async (world) => {
    const { confirm } = world.through(async (run) => {
      await run()
      throw new Error('The connection is lost.')
    })
    const outcome = await confirm(world.request(), (tx) =>
      effectOf(world.host.effect(tx, world.name), { answer: 'a', result: '1' }),
    )
    assert.equal(outcome.kind, 'executed')
    assert.equal((await world.confirm(world.request())).kind, 'replayed')
    assert.equal(await world.effects(), 1)
  },
})
