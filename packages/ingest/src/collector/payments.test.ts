import { createHash } from 'node:crypto'
import { Payment, type ProductKeyId, timestamp } from '@footfall/core-domain'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER } from './test-support/ports.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

const pay = (change: Record<string, unknown> = {}) =>
  collector.ingest.collector.payment(
    collector.product,
    Payment.parse({ id: 'inv_1', amount: '19.90', currency: 'EUR', ...change }),
    'key_1' as ProductKeyId,
  )

describe('payments', () => {
  it('records a payment once per id, and rejects different content under the same id', async () => {
    expect(await pay()).toEqual({ replayed: false })
    expect(await pay()).toEqual({ replayed: true })
    await expect(pay({ amount: '20' })).rejects.toMatchObject({ code: 'already_exists' })
    expect(await pay({ id: 'inv_2' })).toEqual({ replayed: false })
    const rows = await collector.rows()
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      kind: 'custom',
      name: 'payment',
      visitor: '0',
      visit: '0',
      visit_starts: 0,
      unbounce: 0,
    })
    expect(rows.map(({ props }) => props.payment_id).sort()).toEqual(['inv_1', 'inv_2'])
  })

  it('treats a payment with the same amount and instant in other text as the same payment', async () => {
    const first = { amount: '10.00', occurred_at: '2026-11-20T11:00:00Z' }
    await pay(first)
    for (const amount of ['10', '10.0', '010', 10]) expect(await pay({ ...first, amount })).toEqual({ replayed: true })
    expect(await pay({ ...first, occurred_at: '2026-11-20T12:00:00.000+01:00' })).toEqual({ replayed: true })
    for (const amount of ['100', '10.01', '-10', '1'])
      await expect(pay({ ...first, amount })).rejects.toMatchObject({ code: 'already_exists' })
    expect(await collector.rows()).toHaveLength(1)
  })

  it('treats a payment that was recorded before amounts were compared by value as recorded', async () => {
    const content = JSON.stringify(['10.00', 'EUR', 'payment', null, null, []])
    const fingerprint = createHash('sha256').update(content).digest('hex')
    const at = timestamp(collector.clock.now())
    await collector.ledger.claim(collector.product, 'inv_1', fingerprint, at, 'key_1' as ProductKeyId)
    await collector.ledger.complete(collector.product, 'inv_1')
    expect(await pay({ amount: '10.00' })).toEqual({ replayed: true })
    await expect(pay({ amount: '20.00' })).rejects.toMatchObject({ code: 'already_exists' })
  })

  it('a payment has a clean name, clean properties and a path by the rules, and the sender’s id unchanged', async () => {
    const id = 'inv  1'
    await pay({ id, name: 'Paid\u200b  up', url: 'https://example.com/a%0A', props: { plan: ' pro\u202e ' } })
    const [row] = await collector.rows()
    expect(row).toMatchObject({ name: 'Paid up', path: '/a', props: { plan: 'pro', payment_id: id } })
  })

  it('a payment whose address is not a page is recorded without one', async () => {
    await pay({ url: 'file:///C:/invoice.html' })
    expect((await collector.rows())[0]).toMatchObject({ hostname: '', path: '', name: 'payment' })
  })

  it.each(['pageview', 'engagement', 'web_vitals', 'script_error', 'page\u200bview'])(
    'rejects a payment named %j like a report of the browser script, and leaves its id free',
    async (name) => {
      await expect(pay({ name })).rejects.toMatchObject({ code: 'invalid_request', errors: [{ path: 'name' }] })
      expect(await pay()).toEqual({ replayed: false })
      expect(await collector.rows()).toMatchObject([{ name: 'payment' }])
    },
  )

  it('records a payment once when it is sent many times concurrently', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay()))
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await collector.rows()).toHaveLength(1)
  })

  it('a payment joins the live visit of its payer, and no other', async () => {
    await collector.send({ url: 'https://example.com/shop' })
    collector.clock.advance(60_000)
    const visitor = { address: '81.2.69.142', user_agent: BROWSER }
    await pay({ visitor, url: 'https://example.com/thanks' })
    await pay({ id: 'inv_2', visitor: { ...visitor, address: '9.9.9.9' } })
    await pay({ id: 'inv_3', visitor, occurred_at: '2026-11-20T11:00:00Z' })
    const rows = await collector.rows()
    const byId = (id: string | undefined) => rows.find(({ props }) => props.payment_id === id)
    const [view, joined, foreign, before] = [undefined, 'inv_1', 'inv_2', 'inv_3'].map(byId)
    expect(joined).toMatchObject({
      visit: view?.visit,
      visitor: view?.visitor,
      unbounce: 1,
      gap_ms: 60_000,
      entry_path: '/shop',
      path: '/thanks',
      source: view?.source,
    })
    expect(foreign).toMatchObject({ visitor: '0', visit: '0', visit_starts: 0 })
    expect(before).toMatchObject({ visitor: '0', visit: '0', ts: '2026-11-20 11:00:00.000' })
  })

  it.each([
    ['still in the log', async () => {}],
    ['in the engine', () => collector.ingest.flush()],
    ['in the log of the process before', () => collector.restart()],
  ])('an unfinished payment is found %s after a crash and not counted again', async (_where, meanwhile) => {
    collector.ledger.failCompletion = true
    await expect(pay()).rejects.toThrow('killed before completion')
    collector.ledger.failCompletion = false
    await meanwhile()
    await expect(pay()).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 30 })
    collector.clock.advance(30_000)
    expect(await pay()).toEqual({ replayed: true })
    expect(await pay()).toEqual({ replayed: true })
    expect(await collector.rows()).toHaveLength(1)
  })

  it('the next attempt writes a payment that was claimed and never written', async () => {
    await collector.close()
    collector = await fixture.openCollector({ logBytesMax: 1000 })
    await collector.send({ props: { filler: 'x'.repeat(600) } })
    await expect(pay()).rejects.toMatchObject({ code: 'service_unavailable' })
    await collector.ingest.flush()
    collector.clock.advance(30_000)
    expect(await pay()).toEqual({ replayed: false })
    expect((await collector.rows()).map(({ name }) => name).sort()).toEqual(['pageview', 'payment'])
  })

  it.each([
    ['0001-01-01T00:00:00Z', '2000-01-01 00:00:00.000'],
    ['2026-11-20T13:30:00+02:00', '2026-11-20 11:30:00.000'],
    ['9999-12-31T23:59:59Z', '2026-11-20 12:00:00.000'],
  ])('a payment with occurred_at %s is counted at %s', async (occurred_at, ts) => {
    await pay({ occurred_at })
    expect((await collector.rows()).map((row) => row.ts)).toEqual([ts])
  })

  it('the ledger stores a payment without the address of its payer', async () => {
    const visitor = { address: '81.2.69.142', user_agent: BROWSER }
    await pay({ visitor })
    expect(await pay({ visitor: { ...visitor, address: '9.9.9.9' } })).toEqual({ replayed: true })
  })
})
