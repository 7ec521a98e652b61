import { insertRows, makeTraffic } from '@footfall/analytics/test-support'
import { DAY_MS, ProductId, TimeZone } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import { describe, expect, it } from 'vitest'
import { createRollups, type RollupsOptions } from './rollups.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const engine = testEngine()

let names = 0
/** Two products, of which the first has events of six days, the last of them today. */
async function setup() {
  const products = [0, 1].map((i) => ({
    id: ProductId.parse(`prd_rollups${names++}x${i}`),
    timezone: TimeZone.parse('Europe/Berlin'),
  }))
  const [product = ProductId.parse('prd_none')] = products.map(({ id }) => id)
  await insertRows(
    engine,
    makeTraffic({ product, seed: product, visits: 60, people: 9, fromMs: now - 5 * DAY_MS, toMs: now }),
  )
  const bumped: string[] = []
  const rollups = createRollups({
    store: {
      products: { all: async () => products, inTurns: async () => products },
    } as unknown as RollupsOptions['store'],
    engine,
    clock: settableClock(now),
    random: seededRandom(product),
    bump: (id) => bumped.push(id),
  })
  const [, other] = products.map(({ id }) => ({ product: id, open: 0, dirty: 0 }))
  return { product, rollups, other, bumped }
}

describe('rollups', () => {
  it('rollups report the days of each product that are not closed, and those that got events since', async () => {
    const { product, rollups, other, bumped } = await setup()
    expect(rollups.lastCounted()).toBeUndefined()
    expect(await rollups.status()).toEqual([{ product, open: 6, dirty: 0 }, other])
    await rollups.closeDue()
    expect(bumped).toEqual([product])
    expect(await rollups.status(product)).toEqual([{ product, open: 1, dirty: 0 }])
    await rollups.count()
    expect(rollups.lastCounted()).toEqual({ open: 1, dirty: 0 })
    await insertRows(
      engine,
      makeTraffic({ product, seed: 'late', visits: 9, people: 9, fromMs: now - 5 * DAY_MS, toMs: now - 4.9 * DAY_MS }),
    )
    expect(await rollups.status(product)).toEqual([{ product, open: 1, dirty: 1 }])
  })

  it('rollups close every past day after an import', async () => {
    const { product, rollups } = await setup()
    await rollups.closeImported(product)
    expect(await rollups.status(product)).toEqual([{ product, open: 1, dirty: 0 }])
  })

  it('rollups are computed again for every closed day of a product when an operator requests it', async () => {
    const { product, rollups, bumped } = await setup()
    await rollups.closeDue()
    expect(await rollups.rebuild(product)).toEqual([{ product, closed: 5 }])
    expect(bumped).toEqual([product, product])
  })

  it('rejects a rollup request for an unknown product', async () => {
    const { rollups } = await setup()
    await expect(rollups.status('prd_other')).rejects.toMatchObject({ code: 'not_found' })
    await expect(rollups.rebuild('prd_other')).rejects.toMatchObject({ code: 'not_found' })
  })
})
