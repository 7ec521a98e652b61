import { DAY_MS, type ProductId } from '@footfall/core-domain'
import { seededRandom, testDatabase } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDemoControlData } from '../demo-control-data.ts'
import { fillSearchDays } from './search-days.ts'

const PROVIDER = 'google_search_console'

describe('the Search Console data of the demo', () => {
  const database = testDatabase('sqlite')
  const { clock } = database
  const engine = testEngine()
  let products: readonly { readonly id: string }[]

  beforeAll(async () => {
    clock.set('2026-11-20T12:00:00.000Z')
    const demo = await database.store.transaction((tx) =>
      createDemoControlData(tx.store, {
        settings: { baseUrl: 'http://localhost:3000' },
        clock,
        random: seededRandom('demo'),
      }),
    )
    products = demo.products
  })

  const fill = () => fillSearchDays({ engine, store: database.store, clock, products })
  const facts = async () =>
    (
      await engine.rows<Record<string, unknown>>(
        `SELECT uniqExact(product_id) AS products, uniqExact(date) AS days, toString(max(date)) AS last, count() AS n,
          uniqExact(query) AS queries, uniqExact(page) > 5 AS pages, uniqExact(country) AS countries, uniqExact(device) AS devices,
          countIf(clicks > impressions) AS impossible, sum(clicks) > 1000 AS clicked FROM search_console`,
      )
    )[0]

  it('the demo has queries, pages, countries and devices of ninety final days, only for the connected product', async () => {
    await fill()
    expect(await facts()).toMatchObject({
      products: '1',
      days: '90',
      last: '2026-11-17',
      queries: '14',
      pages: 1,
      countries: '6',
      devices: '3',
      impossible: '0',
      clicked: 1,
    })
    const connection = await database.store.integrations.connection(products[0]?.id as ProductId, PROVIDER)
    expect(connection).toMatchObject({ status: 'connected', synced_at: '2026-11-20T12:00:00.000Z' })
  })

  it('the demo gets a day of Search Console data once, and the next one when it is final', async () => {
    await fill()
    const before = await facts()
    await fill()
    expect(await facts()).toEqual(before)
    clock.advance(DAY_MS)
    await fill()
    expect(await facts()).toMatchObject({ days: '91', last: '2026-11-18' })
  })

  it('adds no days of demo Search Console data after a person has ended the connection', async () => {
    const before = await facts()
    await database.store.transaction((tx) => tx.store.integrations.remove(products[0]?.id as ProductId, PROVIDER))
    clock.advance(DAY_MS)
    await fill()
    expect(await facts()).toEqual(before)
  })
})
