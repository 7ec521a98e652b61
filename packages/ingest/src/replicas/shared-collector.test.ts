import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchedEvent,
  CollectedEvent,
  type Collector,
  NotFound,
  Payment,
  ProductId,
  type ProductKeyId,
  type RequestOrigin,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalCollector } from '../collector/collect-batch.ts'
import { type Ingest, openIngest } from '../collector/ingest.ts'
import { BROWSER, ledgerInMemory, originOf, profileOf, saltsInMemory } from '../collector/test-support/ports.ts'
import { type Geo, openGeo } from '../enrich/geo.ts'
import { rendezvous } from './rendezvous.ts'
import { NotDelivered, type Replica } from './replica.ts'
import { sharedCollector } from './shared-collector.ts'
import { takeForwarded, takeForwardedBatch } from './take-forwarded.ts'

const engine = testEngine()
let geo: Geo
let root: string
beforeAll(async () => {
  geo = await openGeo()
  root = await mkdtemp(join(tmpdir(), 'footfall-replicas-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const START = Date.parse('2026-11-20T22:40:00Z')
const KEY = new Uint8Array(32).fill(7)
const quiet = { info() {}, warn() {}, error() {} }

/** Replicas with a shared engine, salts and ledger, each with its own log; messages between them pass through JSON. */
async function openReplicas(
  product: ProductId,
  names: readonly string[],
  logBytesMax: Readonly<Record<string, number>> = {},
) {
  const clock = settableClock(new Date(START).toISOString())
  const ledger = ledgerInMemory()
  const unavailable = new Set<string>()
  /** Replicas that collect events but whose answer is lost. */
  const mute = new Set<string>()
  const ingests = new Map<string, Ingest>()
  for (const name of names) {
    const ingest = await openIngest({
      engine,
      directory: join(root, `${product}-${name}`),
      profiles: { find: async (id) => (id === product ? profileOf(product) : undefined) },
      salts: saltsInMemory(),
      ledger,
      geo,
      clock,
      random: seededRandom(`${product} ${name}`),
      logger: quiet,
      intervalMs: 1_000_000_000,
      ...(logBytesMax[name] === undefined ? {} : { logBytesMax: logBytesMax[name] }),
    })
    ingests.set(name, ingest)
  }
  const local = (name: string): LocalCollector => {
    const ingest = ingests.get(name)
    if (!ingest) throw new TypeError(`no replica ${name}`)
    return ingest.collector
  }
  const linkTo = (id: string): Replica => ({
    id,
    async events(batch) {
      if (unavailable.has(id)) throw new NotDelivered()
      const outcomes = await takeForwarded(local(id), JSON.parse(JSON.stringify(batch)))
      if (mute.has(id)) throw new ServiceUnavailable()
      return outcomes
    },
    async batch(batch) {
      if (unavailable.has(id)) throw new NotDelivered()
      const answer = await takeForwardedBatch(local(id), JSON.parse(JSON.stringify(batch)))
      if (mute.has(id)) throw new ServiceUnavailable()
      return answer
    },
    async payment(owner, payment, key) {
      if (unavailable.has(id)) throw new ServiceUnavailable()
      return local(id).payment(owner, payment, key)
    },
  })
  const shared = new Map(
    names.map((self) => {
      const others = names.filter((name) => name !== self).map(linkTo)
      return [self, sharedCollector({ local: local(self), self, others, key: KEY, clock })]
    }),
  )
  return {
    clock,
    unavailable,
    mute,
    at: (name: string): Collector => shared.get(name) ?? local(name),
    only: local,
    async totals() {
      for (const ingest of ingests.values()) await ingest.flush()
      const [row] = await engine.rows(
        `SELECT count() AS events, sum(visit_starts) AS visits, uniqExact(visit) AS ids, sum(visit_starts) - sum(unbounce) AS bounces,
           sum(gap_ms) AS duration, uniqExact(visitor) AS visitors, countIf(pv_seq = 1) AS entries
         FROM events WHERE product_id = '${product}'`,
      )
      return row as Readonly<Record<string, string>>
    },
    close: () => Promise.all([...ingests.values()].map((ingest) => ingest.stop(10_000))),
  }
}
type Replicas = Awaited<ReturnType<typeof openReplicas>>

interface Step {
  readonly at: number
  readonly address: string
  readonly body: Record<string, unknown>
}

/** Three hours around midnight of visitors who browse, return within half an hour or later, click and leave. */
function traffic(product: ProductId): readonly Step[] {
  const random = seededRandom('traffic')
  const roll = (sides: number) => new DataView(random.bytes(4).buffer).getUint32(0) % sides
  const steps: Step[] = []
  for (let person = 0; person < 150; person++) {
    let at = START + roll(3_600_000)
    for (let event = 0; event <= roll(12); event++) {
      const kind = roll(20)
      const name = kind < 13 ? 'pageview' : kind < 17 ? 'engagement' : 'Signup'
      const body = {
        product,
        name,
        url: `https://example.com/${roll(9)}`,
        engaged_ms: name === 'engagement' ? 900 : undefined,
      }
      steps.push({ at, address: `81.2.${person >> 7}.${person % 128}`, body })
      at += roll(10) === 0 ? 1_500_000 + roll(900_000) : 1 + roll(240_000)
    }
  }
  return steps.sort((a, b) => a.at - b.at)
}

async function play(replicas: Replicas, steps: readonly Step[], choose: (step: number) => Collector): Promise<void> {
  for (const [i, { at, address, body }] of steps.entries()) {
    replicas.clock.set(new Date(at).toISOString())
    await choose(i).event(CollectedEvent.parse(body), originOf({ address }))
  }
}

const productOf = (name: string) => ProductId.parse(`prd_${name}`)
const die = (seed: string) => {
  const random = seededRandom(seed)
  return () => (random.bytes(1)[0] ?? 0) % 2
}

describe('collecting on several replicas', () => {
  it('several replicas produce the visits, bounces and durations of a single process, whichever replica receives each event', async () => {
    const names = ['http://a', 'http://b'] as const
    const [one, two, split] = await Promise.all(
      ['one', 'two', 'split'].map((name) => openReplicas(productOf(name), name === 'one' ? ['http://a'] : names)),
    )
    if (!one || !two || !split) throw new TypeError('three were opened')
    await play(one, traffic(productOf('one')), () => one.only('http://a'))
    const toTwo = die('random')
    await play(two, traffic(productOf('two')), () => two.at(names[toTwo() ? 0 : 1]))
    const toSplit = die('random')
    await play(split, traffic(productOf('split')), () => split.only(names[toSplit() ? 0 : 1]))
    const expected = await one.totals()
    expect(Number(expected.visits)).toBeGreaterThan(150)
    expect(Number(expected.duration)).toBeGreaterThan(0)
    expect(await two.totals()).toEqual(expected)
    // Replicas that do not share see far more visits, most of them bounces.
    const apart = await split.totals()
    expect(Number(apart.visits) / Number(expected.visits)).toBeGreaterThan(1.3)
    await Promise.all([one.close(), two.close(), split.close()])
  })

  it('collecting continues without an unavailable replica: no event is lost or counted twice, and other visitors keep their replica', async () => {
    const product = productOf('unavailable')
    const replicas = await openReplicas(product, ['http://a', 'http://b'])
    const steps = traffic(product).filter(({ body }) => body.name !== 'engagement')
    const half = steps.length >> 1
    await play(replicas, steps.slice(0, half), () => replicas.at('http://a'))
    replicas.unavailable.add('http://b')
    await play(replicas, steps.slice(half), () => replicas.at('http://a'))
    expect((await replicas.totals()).events).toBe(String(steps.length))
    await replicas.close()
  })

  it('collects events on another replica while one log is full, and rejects them when all are full', async () => {
    const product = productOf('full')
    const replicas = await openReplicas(product, ['http://a', 'http://b'], { 'http://a': 3000, 'http://b': 9000 })
    const send = (i: number) =>
      replicas
        .at(i % 2 ? 'http://a' : 'http://b')
        .event(
          CollectedEvent.parse({ product, name: 'pageview', url: 'https://example.com/' }),
          originOf({ address: `81.2.0.${i}` }),
        )
    let taken = 0
    let rejection: unknown
    while (rejection === undefined && taken < 100) {
      await send(taken).then(
        () => taken++,
        (error: unknown) => {
          rejection = error
        },
      )
    }
    expect(rejection).toBeInstanceOf(ServiceUnavailable)
    // An event is about 700 bytes: both logs were full before an event was rejected.
    expect(taken).toBeGreaterThan(14)
    expect((await replicas.totals()).events).toBe(String(taken))
    await replicas.close()
  })

  it('responds with service_unavailable when a response was lost, and counts the event at most once', async () => {
    const product = productOf('mute')
    const replicas = await openReplicas(product, ['http://a', 'http://b'])
    replicas.mute.add('http://b')
    const send = (address: string) =>
      replicas
        .at('http://a')
        .event(CollectedEvent.parse({ product, name: 'pageview', url: 'https://example.com/' }), originOf({ address }))
    const results = []
    for (let i = 0; i < 40; i++) {
      replicas.clock.advance(2000)
      results.push(await send(`81.2.0.${i}`).catch((error: unknown) => error))
    }
    const unknown = results.filter((result) => result instanceof ServiceUnavailable).length
    expect(unknown).toBeGreaterThan(5)
    expect(unknown).toBeLessThan(35)
    expect((await replicas.totals()).events).toBe('40')
    await replicas.close()
  })

  it('rejects an unknown product on every replica', async () => {
    const product = productOf('known')
    const replicas = await openReplicas(product, ['http://a', 'http://b'])
    const event = CollectedEvent.parse({ product: 'prd_unknown', name: 'pageview', url: 'https://example.com/' })
    for (let i = 0; i < 10; i++)
      await expect(replicas.at('http://a').event(event, originOf({ address: `81.2.0.${i}` }))).rejects.toBeInstanceOf(
        NotFound,
      )
    await replicas.close()
  })

  it('records a payment once, on the replica of the payer’s visit, and waits for an unavailable replica', async () => {
    const product = productOf('payment')
    const replicas = await openReplicas(product, ['http://a', 'http://b'])
    const origins: RequestOrigin[] = Array.from({ length: 8 }, (_, i) => originOf({ address: `81.2.0.${i}` }))
    const pageview = CollectedEvent.parse({ product, name: 'pageview', url: 'https://example.com/' })
    for (const origin of origins) await replicas.at('http://b').event(pageview, origin)
    const pay = (name: string, { address }: RequestOrigin, i: number) =>
      replicas
        .at(name)
        .payment(
          product,
          Payment.parse({ id: `pay ${i}`, amount: '5', currency: 'EUR', visitor: { address, user_agent: BROWSER } }),
          'key_1' as ProductKeyId,
        )
    for (const [i, origin] of origins.entries()) {
      expect(await pay('http://a', origin, i)).toEqual({ replayed: false })
      expect(await pay('http://b', origin, i)).toEqual({ replayed: true })
    }
    expect(await replicas.totals()).toMatchObject({ events: '16', visits: '8', bounces: '0' })
    replicas.unavailable.add('http://b')
    const answers = await Promise.allSettled(origins.map((origin, i) => pay('http://a', origin, i + 100)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
    await replicas.close()
  })
})

describe('the replica of a visitor', () => {
  const members = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const people = Array.from({ length: 4000 }, (_, i) => String(i))

  it('the replica of a visitor is chosen evenly and independently of the order in which replicas are listed', () => {
    const counts = new Map<string, number>()
    for (const person of people) {
      const [first] = rendezvous(person, members)
      expect(rendezvous(person, members.toReversed())[0]).toEqual(first)
      counts.set(first?.id ?? '', (counts.get(first?.id ?? '') ?? 0) + 1)
    }
    for (const { id } of members) expect(counts.get(id)).toBeGreaterThan(850)
  })

  it('the replica changes only for visitors of a removed replica', () => {
    const left = members.filter(({ id }) => id !== 'c')
    for (const person of people) {
      const [before] = rendezvous(person, members)
      if (before?.id !== 'c') expect(rendezvous(person, left)[0]).toEqual(before)
    }
  })
})

describe('a batch of a server that any replica receives', () => {
  const at = new Date(START).toISOString()
  const eventOf = (n: number, change: object = {}) =>
    BatchedEvent.parse({
      id: `event ${n}`,
      name: 'pageview',
      url: 'https://example.com/',
      timestamp: at,
      ip: `81.2.69.${n}`,
      user_agent: BROWSER,
      ...change,
    })
  const batchOf = (change: object = {}) => Array.from({ length: 20 }, (_, n) => eventOf(n, change))
  const statesOf = (outcomes: readonly { readonly state: string }[]) => {
    const counts: Record<string, number> = {}
    for (const { state } of outcomes) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }

  it('a batch counts each id once and keeps visits whole, whichever replica receives it', async () => {
    const product = ProductId.parse('prd_batches')
    const replicas = await openReplicas(product, ['a', 'b', 'c'])
    expect(statesOf(await replicas.at('a').batch(product, batchOf()))).toEqual({ accepted: 20 })
    expect(statesOf(await replicas.at('b').batch(product, batchOf()))).toEqual({ duplicate: 20 })
    const next = Array.from({ length: 20 }, (_, n) => eventOf(n, { id: `next ${n}`, name: 'Order' }))
    expect(statesOf(await replicas.at('c').batch(product, next))).toEqual({ accepted: 20 })
    expect(await replicas.totals()).toMatchObject({ visits: '20', bounces: '0' })
    await replicas.close()
  })

  it('a batch is accepted elsewhere while a replica is down, and what that one accepted before is not counted again', async () => {
    const product = ProductId.parse('prd_batchesdown')
    const replicas = await openReplicas(product, ['a', 'b'])
    await replicas.at('a').batch(product, batchOf().slice(0, 10))
    await replicas.totals()
    replicas.unavailable.add('b')
    expect(statesOf(await replicas.at('a').batch(product, batchOf()))).toEqual({ accepted: 10, duplicate: 10 })
    await replicas.close()
  })

  it('rejects events of a batch that may have been accepted, and accepts them once when they are sent again', async () => {
    const product = ProductId.parse('prd_batchesmute')
    const replicas = await openReplicas(product, ['a', 'b'])
    replicas.mute.add('b')
    const outcomes = await replicas.at('a').batch(product, batchOf())
    const unknown = outcomes.filter((outcome) => outcome.state === 'refused' && outcome.reason === 'unavailable').length
    expect(unknown).toBeGreaterThan(0)
    expect(statesOf(outcomes)).toEqual({ accepted: 20 - unknown, refused: unknown })
    replicas.mute.clear()
    replicas.clock.advance(1000)
    expect(statesOf(await replicas.at('a').batch(product, batchOf()))).toEqual({ duplicate: 20 })
    await replicas.close()
  })
})
