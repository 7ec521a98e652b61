import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  AlreadyExists,
  BatchedEvent,
  CollectedEvent,
  InvalidToken,
  NotFound,
  Payment,
  ProductId,
  type ProductKeyId,
  RateLimited,
  type RequestOrigin,
  ServiceUnavailable,
} from '@footfall/core-domain'
import {
  digestOf,
  EVENTS_PATH,
  httpReplica,
  type LocalCollector,
  NotDelivered,
  PAYMENTS_PATH,
  replicaKey,
  SIGNATURE_HEADER,
  type SignedMessage,
  sign,
} from '@footfall/ingest'
import { problemHandler } from '@footfall/operations'
import { seededRandom, settableClock } from '@footfall/testkit'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replicaRouter } from './replica-router.ts'

const clock = settableClock()
const random = seededRandom('replica messages')
const key = replicaKey(new Uint8Array(32).fill(1))
const product = ProductId.parse('prd_a')
const event = CollectedEvent.parse({
  product,
  name: 'Signup',
  url: 'https://example.com/ä?x=1',
  props: { plan: 'team', seats: 3, gone: null },
  revenue: { amount: '4.90', currency: 'EUR' },
  hints: { brands: ['Brave 142'], mobile: false, platform: 'Windows', platform_version: '15.0.0' },
  automated: true,
})
const origin = {
  address: '81.2.69.142',
  userAgent: 'Browser ü',
  language: undefined,
  proxy: { hostname: 'example.com', clientAddress: 'forwarded' },
  hints: { brands: ['Opera 125'], mobile: true },
} satisfies RequestOrigin
const payment = Payment.parse({ id: 'p1', amount: '1', currency: 'EUR' })
const keyId = 'key_1' as ProductKeyId

let taken: unknown[] = []
let answer: () => Promise<never> | Promise<{ accepted: true }> = async () => ({ accepted: true })
const local: LocalCollector = {
  async event(...args) {
    taken.push(args)
    return answer()
  },
  async payment(...args) {
    taken.push(args)
    await answer()
    return { replayed: true }
  },
  async batch(...args) {
    taken.push(args)
    await answer()
    return [{ state: 'accepted' }, { state: 'refused', reason: 'too_old' }]
  },
  countRejected() {},
  crawls: async () => ({ accepted: 0 }),
}

let url: string
let close: () => Promise<unknown>
beforeAll(async () => {
  const app = express()
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app.use(replicaRouter({ local, self: url, key, clock }), problemHandler({ error: () => {}, warn: () => {} }, clock))
  close = () => new Promise((resolve) => server.close(resolve))
})
afterAll(() => close())
beforeEach(() => {
  taken = []
  answer = async () => ({ accepted: true })
})

describe('requests between replicas', () => {
  it('a batch of events, its outcomes and the rejection of a whole batch arrive at another replica unchanged', async () => {
    const replica = httpReplica(url, { key, clock, random })
    const timestamp = '2026-11-20T12:00:00Z'
    const events = [
      BatchedEvent.parse({ name: 'Order', url: 'app://shop/cart', timestamp, ip: '81.2.69.142', user_agent: 'ü' }),
    ]
    const batch = { product: ProductId.parse('prd_1'), events, isTakenOver: true }
    expect(await replica.batch(batch)).toEqual({
      outcomes: [{ state: 'accepted' }, { state: 'refused', reason: 'too_old' }],
    })
    expect(taken).toEqual([['prd_1', events, expect.anything(), { isTakenOver: true }]])
    answer = async () => {
      throw new RateLimited(7, { detail: 'later' })
    }
    expect(await replica.batch(batch)).toEqual({ refused: 'rate_limited', retry_after_seconds: 7, detail: 'later' })
  })

  it('events arrive at another replica unchanged, and their outcomes return in order', async () => {
    const replica = httpReplica(url, { key, clock, random })
    const other = { ...event, product: 'prd_unknown' }
    let calls = 0
    answer = async () => {
      if (++calls === 2) throw new NotFound()
      return { accepted: true }
    }
    expect(
      await replica.events([
        { event, origin },
        { event: other, origin },
      ]),
    ).toEqual([{ outcome: { accepted: true } }, { refused: 'not_found' }])
    expect(taken).toEqual([
      [event, origin],
      [other, origin],
    ])
    expect(await replica.payment(product, payment, keyId)).toEqual({ replayed: true })
    expect(taken.at(-1)).toEqual([product, payment, keyId])
  })

  it.each([
    new AlreadyExists('another'),
    new NotFound(),
    new InvalidToken(true),
    new ServiceUnavailable(new Error('x'), 17),
  ])('the sender of a payment gets the error with which another replica rejected it: %s', async (rejection) => {
    answer = () => Promise.reject(rejection)
    await expect(httpReplica(url, { key, clock, random }).payment(product, payment, keyId)).rejects.toMatchObject({
      code: rejection.code,
      ...(rejection instanceof ServiceUnavailable ? { retryAfterSeconds: 17 } : {}),
    })
  })

  const request = { method: 'POST', path: EVENTS_PATH }
  const batch = () => Buffer.from(JSON.stringify({ events: [{ event, origin }] }))
  let nonces = 0
  const message = (body: Uint8Array, change: Partial<SignedMessage> = {}): SignedMessage => ({
    ...request,
    recipient: url,
    signedAt: clock.now(),
    nonce: String(++nonces).padStart(32, '0'),
    bodyDigest: digestOf(body),
    ...change,
  })
  const post = (header: string | undefined, body: Uint8Array<ArrayBuffer>, path = EVENTS_PATH) =>
    fetch(url + path, {
      method: 'POST',
      body,
      headers: header === undefined ? {} : { [SIGNATURE_HEADER]: header },
    }).then(({ status }) => status)

  it('accepts a request that is signed for this method, path and replica', async () => {
    expect(await post(sign(key, message(batch())), batch())).toBe(200)
    expect(taken).toHaveLength(1)
  })

  it.each<[string, () => Promise<number>]>([
    ['has no signature', () => post(undefined, batch())],
    ['has a signature of another form', () => post('nonsense', batch())],
    ['is signed with another key', () => post(sign(new Uint8Array(32), message(batch())), batch())],
    ['is for another replica', () => post(sign(key, message(batch(), { recipient: 'http://other:3000' })), batch())],
    ['is for another path', () => post(sign(key, message(batch(), { path: PAYMENTS_PATH })), batch())],
    ['is sent with a query', () => post(sign(key, message(batch())), batch(), `${EVENTS_PATH}?x=1`)],
    ['is for another method', () => post(sign(key, message(batch(), { method: 'PUT' })), batch())],
    ['has another body', () => post(sign(key, message(Buffer.from('{}'))), batch())],
    ['is more than a minute old', () => post(sign(key, message(batch(), { signedAt: clock.now() - 60_001 })), batch())],
    [
      'is signed over a minute ahead',
      () => post(sign(key, message(batch(), { signedAt: clock.now() + 60_001 })), batch()),
    ],
    [
      'has another nonce than was signed',
      () => post(sign(key, message(batch())).replace(/\.0{10}/, '.1111111111'), batch()),
    ],
  ])('rejects with 401 a request that %s', async (_why, send) => {
    clock.advance(120_000)
    expect(await send()).toBe(401)
    expect(taken).toEqual([])
  })

  it('rejects a request with 401 the second time, even when both arrive at once', async () => {
    const header = sign(key, message(batch()))
    const statuses = await Promise.all([post(header, batch()), post(header, batch()), post(header, batch())])
    expect(statuses.sort()).toEqual([200, 401, 401])
    expect(await post(header, batch())).toBe(401)
    expect(taken).toHaveLength(1)
  })

  it('accepts a payment that is repeated with a new nonce after a lost response', async () => {
    const replica = httpReplica(url, { key, clock, random })
    await replica.payment(product, payment, keyId)
    await replica.payment(product, payment, keyId)
    expect(taken).toEqual([
      [product, payment, keyId],
      [product, payment, keyId],
    ])
  })

  it('reports events as not delivered, and payments as unavailable, if the keys of the replicas differ', async () => {
    const stranger = httpReplica(url, { key: new Uint8Array(32), clock, random })
    await expect(stranger.events([{ event, origin }])).rejects.toBeInstanceOf(NotDelivered)
    await expect(stranger.payment(product, payment, keyId)).rejects.toBeInstanceOf(ServiceUnavailable)
  })

  it('reports events as not delivered to a replica of the previous version, which does not know the path', async () => {
    const before = express()
      .post('/replica/v1/events', (_req, res) => res.json({ outcomes: [] }))
      .listen(0, '127.0.0.1')
    await once(before, 'listening')
    const { port } = before.address() as AddressInfo
    const replica = httpReplica(`http://127.0.0.1:${port}`, { key, clock, random })
    await expect(replica.events([{ event, origin }])).rejects.toBeInstanceOf(NotDelivered)
    await new Promise((resolve) => before.close(resolve))
    // And the other way round: what that version sends is not found here.
    expect(await post(undefined, batch(), '/replica/v1/events')).toBe(404)
  })

  it('reports to the sender that the budget of a product is used up', async () => {
    answer = () => Promise.reject(new RateLimited(120, { detail: 'The budget is used up; try again in 120 s.' }))
    expect(await httpReplica(url, { key, clock, random }).events([{ event, origin }])).toEqual([
      {
        refused: 'rate_limited',
        retry_after_seconds: 120,
        detail: 'The budget is used up; try again in 120 s.',
      },
    ])
  })

  it('does not read a request without the key, and rejects one that is too large', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, ' ')
    const ask = (header: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${EVENTS_PATH}`, {
        method: 'POST',
        body: large,
        headers: { [SIGNATURE_HEADER]: header, ...headers },
      }).then(({ status }) => status)
    expect(await ask(sign(new Uint8Array(32), message(large)))).toBe(401)
    expect(await ask(sign(key, message(large)))).toBe(413)
    expect(await ask(sign(key, message(large)), { 'content-encoding': 'zip' })).toBe(415)
    expect(taken).toEqual([])
  })

  it('reports events as not delivered to a replica that does not listen, but not if its response is broken', async () => {
    const gone = express().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const nowhere = httpReplica(`http://127.0.0.1:${port}`, { key, clock, random })
    await expect(nowhere.events([{ event, origin }])).rejects.toBeInstanceOf(NotDelivered)
    answer = () => Promise.reject(new Error('a bug'))
    await expect(httpReplica(url, { key, clock, random }).events([{ event, origin }])).rejects.toBeInstanceOf(
      ServiceUnavailable,
    )
  })
})
