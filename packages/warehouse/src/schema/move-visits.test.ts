import { ProductId } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { testEngine } from '../test-support/index.ts'
import { moveVisits } from './move-visits.ts'

const engine = testEngine()

it('moves the visit of a second account in turn with 60 products of one account that waited longer', async () => {
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  const waiting = (product: string, at: string) => `('${product}', 1, '2026-11-20 08:00:00', 257, '${at}')`
  const rows = [
    ...numbers.map((number) => waiting(`prd_many${number}`, '2026-11-20 08:00:01.000')),
    waiting('prd_one', '2026-11-20 08:00:02.000'),
  ]
  await engine.run(
    `INSERT INTO moved_visits SELECT * FROM values('product_id String, visit UInt64, visit_start String, evidence UInt16, decided_at String', ${rows.join(', ')})`,
  )
  const ownerOf = async (product: ProductId) => (product === 'prd_one' ? 'acc_one' : 'acc_many')
  const clock = settableClock('2026-11-20T08:01:00.000Z')
  const first = await moveVisits(engine, clock, ownerOf)
  expect(first).toContain(ProductId.parse('prd_one'))
  expect(first.size).toBe(50)
  expect((await moveVisits(engine, clock, ownerOf)).size).toBe(11)
  expect(await engine.rows('SELECT 1 AS one FROM moved_visits')).toEqual([])
})
