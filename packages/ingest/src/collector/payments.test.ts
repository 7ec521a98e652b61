import { Payment, type ProductKeyId } from '@footfall/core-domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BROWSER } from './test-support/ports.ts'
import { openStation, type Place, type Station } from './test-support/station.ts'

let station: Station
let place: Place
beforeAll(async () => {
  station = await openStation()
})
afterAll(() => station.close())
beforeEach(async () => {
  place = await station.place()
})
afterEach(() => place.close())

const pay = (change: Record<string, unknown> = {}) =>
  place.ingest.collector.payment(
    place.product,
    Payment.parse({ id: 'inv_1', amount: '19.90', currency: 'EUR', ...change }),
    'key_1' as ProductKeyId,
  )

describe('a payment', () => {
  it('counts once per id, and another one under the same id is refused', async () => {
    expect(await pay()).toEqual({ replayed: false })
    expect(await pay()).toEqual({ replayed: true })
    await expect(pay({ amount: '20' })).rejects.toMatchObject({ code: 'already_exists' })
    expect(await pay({ id: 'inv_2' })).toEqual({ replayed: false })
    const rows = await place.rows()
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

  it('sent many times at once counts once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay()))
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await place.rows()).toHaveLength(1)
  })

  it('joins the visit that the payer is in, and no other', async () => {
    await place.send({ url: 'https://example.com/shop' })
    place.clock.advance(60_000)
    const visitor = { address: '81.2.69.142', user_agent: BROWSER }
    await pay({ visitor, url: 'https://example.com/thanks' })
    await pay({ id: 'inv_2', visitor: { ...visitor, address: '9.9.9.9' } })
    await pay({ id: 'inv_3', visitor, occurred_at: '2026-11-20T11:00:00Z' })
    const rows = await place.rows()
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
    ['in the engine', () => place.ingest.flush()],
    ['in the log of the process before', () => place.restart()],
  ])('that a crash left unfinished is found %s and not counted again', async (_where, meanwhile) => {
    place.ledger.failCompletion = true
    await expect(pay()).rejects.toThrow('killed before completion')
    place.ledger.failCompletion = false
    await meanwhile()
    await expect(pay()).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 30 })
    place.clock.advance(30_000)
    expect(await pay()).toEqual({ replayed: true })
    expect(await pay()).toEqual({ replayed: true })
    expect(await place.rows()).toHaveLength(1)
  })

  it('that was claimed and never written is written by the next try', async () => {
    await place.close()
    place = await station.place({ logBytesMax: 1500 })
    await place.send({ props: { filler: 'x'.repeat(600) } })
    await expect(pay()).rejects.toMatchObject({ code: 'service_unavailable' })
    await place.ingest.flush()
    place.clock.advance(30_000)
    expect(await pay()).toEqual({ replayed: false })
    expect((await place.rows()).map(({ name }) => name).sort()).toEqual(['pageview', 'payment'])
  })

  it.each([
    ['0001-01-01T00:00:00Z', '2000-01-01 00:00:00.000'],
    ['2026-11-20T13:30:00+02:00', '2026-11-20 11:30:00.000'],
    ['9999-12-31T23:59:59Z', '2026-11-20 12:00:00.000'],
  ])('said to have occurred at %s is counted at %s', async (occurred_at, ts) => {
    await pay({ occurred_at })
    expect((await place.rows()).map((row) => row.ts)).toEqual([ts])
  })

  it('is not known by the payer’s address in what the ledger keeps', async () => {
    const visitor = { address: '81.2.69.142', user_agent: BROWSER }
    await pay({ visitor })
    expect(await pay({ visitor: { ...visitor, address: '9.9.9.9' } })).toEqual({ replayed: true })
  })
})
