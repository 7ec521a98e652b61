import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { NotTaken } from '@footfall/analytics'
import {
  AlreadyExists,
  CollectedEvent,
  type Collector,
  InvalidToken,
  NotFound,
  Payment,
  ProductId,
  type ProductKeyId,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { problemHandler } from '@footfall/rest-adapter'
import { EVENTS_PATH, httpReplica, replicaKey, SIGNATURE_HEADER, sign } from '@footfall/runtime'
import { settableClock } from '@footfall/testkit'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replicaRouter } from './replica-router.ts'

const clock = settableClock()
const key = replicaKey(new Uint8Array(32).fill(1))
const product = ProductId.parse('prd_a')
const event = CollectedEvent.parse({
  product,
  name: 'Signup',
  url: 'https://example.com/ä?x=1',
  props: { plan: 'team', seats: 3, gone: null },
  revenue: { amount: '4.90', currency: 'EUR' },
})
const origin = {
  address: '81.2.69.142',
  userAgent: 'Browser ü',
  language: undefined,
  proxy: { hostname: 'example.com', clientAddress: 'forwarded' },
} as const
const payment = Payment.parse({ id: 'p1', amount: '1', currency: 'EUR' })
const keyId = 'key_1' as ProductKeyId

let taken: unknown[] = []
let answer: () => Promise<never> | Promise<{ accepted: true }> = async () => ({ accepted: true })
const local: Collector = {
  async event(...args) {
    taken.push(args)
    return answer()
  },
  async payment(...args) {
    taken.push(args)
    await answer()
    return { replayed: true }
  },
  refused() {},
  crawls: async () => ({ accepted: 0 }),
}

let url: string
let close: () => Promise<unknown>
beforeAll(async () => {
  const app = express()
  app.use(replicaRouter({ local, key, clock }), problemHandler({ error: () => {}, warn: () => {} }, clock))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(resolve))
})
afterAll(() => close())
beforeEach(() => {
  taken = []
  answer = async () => ({ accepted: true })
})

describe('what replicas hand to each other', () => {
  it('arrives as it was sent, and the answers go back in order', async () => {
    const replica = httpReplica(url, { key, clock })
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
  ])('throws again there what a payment was refused with here: %s', async (refusal) => {
    answer = () => Promise.reject(refusal)
    await expect(httpReplica(url, { key, clock }).payment(product, payment, keyId)).rejects.toMatchObject({
      code: refusal.code,
      ...(refusal instanceof ServiceUnavailable ? { retryAfterSeconds: 17 } : {}),
    })
  })

  it('is refused, unread, without the key, with another body, or a minute late; then another replica may take it', async () => {
    const body = Buffer.from(JSON.stringify({ events: [{ event, origin }] }))
    const post = async (header: string | undefined, bytes = body) =>
      (
        await fetch(`${url}${EVENTS_PATH}`, {
          method: 'POST',
          body: bytes,
          headers: header ? { [SIGNATURE_HEADER]: header } : {},
        })
      ).status
    const signed = sign(key, clock.now(), body)
    expect(await post(undefined)).toBe(401)
    expect(await post('nonsense')).toBe(401)
    expect(await post(sign(new Uint8Array(32), clock.now(), body))).toBe(401)
    expect(await post(signed, Buffer.from(body.toString().replace('Signup', 'Sigmup')))).toBe(401)
    expect(await post(sign(key, clock.now() - 61_000, body))).toBe(401)
    expect(await post(sign(key, clock.now() + 61_000, body))).toBe(401)
    expect(taken).toEqual([])
    expect(await post(signed)).toBe(200)
    const stranger = httpReplica(url, { key: new Uint8Array(32), clock })
    await expect(stranger.events([{ event, origin }])).rejects.toBeInstanceOf(NotTaken)
    await expect(stranger.payment(product, payment, keyId)).rejects.toBeInstanceOf(ServiceUnavailable)
  })

  it('is not even read without the key, and refused when it is too large', async () => {
    const large = Buffer.alloc(8 * 1024 * 1024 + 1, ' ')
    const ask = (header: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${EVENTS_PATH}`, {
        method: 'POST',
        body: large,
        headers: { [SIGNATURE_HEADER]: header, ...headers },
      }).then(({ status }) => status)
    expect(await ask(sign(new Uint8Array(32), clock.now(), large))).toBe(401)
    expect(await ask(sign(key, clock.now(), large))).toBe(413)
    expect(await ask(sign(key, clock.now(), large), { 'content-encoding': 'zip' })).toBe(415)
    expect(taken).toEqual([])
  })

  it('is for another replica when this one does not listen, and for nobody when its answer is broken', async () => {
    const gone = express().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const nowhere = httpReplica(`http://127.0.0.1:${port}`, { key, clock })
    await expect(nowhere.events([{ event, origin }])).rejects.toBeInstanceOf(NotTaken)
    answer = () => Promise.reject(new Error('a bug'))
    await expect(httpReplica(url, { key, clock }).events([{ event, origin }])).rejects.toBeInstanceOf(
      ServiceUnavailable,
    )
  })
})
