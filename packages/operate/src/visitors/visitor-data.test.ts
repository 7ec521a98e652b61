import { DAY_MS, identifiedVisitor, NotFound, type ProductId, timestamp } from '@footfall/core-domain'
import { seededRandom, seedProduct, testDatabase } from '@footfall/testkit'
import { eventRow, testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { createVisitorData, type VisitorData } from './visitor-data.ts'

const NAME = 'ada'
const KEY = new Uint8Array(32).fill(3)
const VISITOR = identifiedVisitor(KEY, NAME)

describe.each(['sqlite', 'postgres'] as const)('the data of a visitor on %s', (dialect) => {
  const database = testDatabase(dialect)
  const engine = testEngine()
  let visitors: VisitorData
  let product: ProductId
  const bumped: string[] = []
  const insert = (visit: number, ts: string) =>
    engine.insert(
      'events',
      'JSONEachRow',
      JSON.stringify(
        eventRow({
          product_id: product,
          visitor: VISITOR,
          identified: 1,
          visit: String(visit),
          ts,
          visit_start: ts.slice(0, 19),
        }),
      ),
      `${dialect} ${visit}`,
    )
  const stored = async () => (await visitors.events(product, NAME)).length
  beforeAll(async () => {
    const { clock, store } = database
    visitors = createVisitorData({
      store,
      engine,
      clock,
      random: seededRandom('visitors'),
      bump: (id) => bumped.push(id),
    })
    product = (await seedProduct(database)).product
    await store.transaction((tx) => tx.store.visitorKeys.create(product, KEY, timestamp(0)))
  })

  it('erasing a visitor deletes their data, and also what was accepted before and arrives later', async () => {
    await insert(1, '2026-10-01 10:00:00.000')
    expect(await stored()).toBe(1)
    expect(await visitors.erase(product, NAME)).toEqual({ events: 1, visits: 1 })
    expect(await stored()).toBe(0)
    expect(bumped).toEqual([product])
    await insert(2, '2026-10-02 10:00:00.000')
    await visitors.eraseDue()
    expect(await stored()).toBe(1)
    database.clock.advance(2 * 60_000)
    await visitors.eraseDue()
    expect(await stored()).toBe(0)
  })

  it('the data of an erased visitor is deleted again whenever the elapsed time has doubled, for thirty days', async () => {
    let rounds = 0
    for (; rounds < 40; rounds++) {
      database.clock.advance(DAY_MS)
      await visitors.eraseDue()
    }
    await insert(3, '2026-10-03 10:00:00.000')
    database.clock.advance(100 * DAY_MS)
    await visitors.eraseDue()
    expect(await stored()).toBe(1)
  })

  it('erases visitors of the products in turn, so that a product with many erasures delays no other product', async () => {
    const { product: other } = await seedProduct(database)
    const asked_at = timestamp(database.clock.now())
    const erasures = [
      ...Array.from({ length: 5 }, (_, i) => ({ product, visitor: `${100 + i}`, asked_at })),
      { product: other, visitor: '1', asked_at: timestamp(database.clock.now() + 1) },
    ]
    await database.store.transaction(async (tx) => {
      for (const erasure of erasures) await tx.store.visitorErasures.enqueue(erasure)
    })
    database.clock.advance(DAY_MS)
    const order: string[] = []
    const rows: typeof engine.rows = (statement, asked) => {
      const [of] = [product, other].filter(
        (id) => statement.includes(Buffer.from(id).toString('hex')) || statement.includes(id),
      )
      if (of !== undefined && order.at(-1) !== of) order.push(of)
      return engine.rows(statement, asked)
    }
    const { store, clock } = database
    await createVisitorData({ store, engine: { ...engine, rows }, clock, random: seededRandom('turns') }).eraseDue()
    expect(order.slice(0, 2).toSorted()).toEqual([product, other].toSorted())
    expect(order).toHaveLength(order[0] === other ? 2 : 3)
  })

  it('rejects erasing a visitor of an unknown product', async () => {
    await expect(visitors.erase('prd_none', NAME)).rejects.toThrow(NotFound)
    await expect(visitors.events('prd_none', NAME)).rejects.toThrow(NotFound)
  })
})
