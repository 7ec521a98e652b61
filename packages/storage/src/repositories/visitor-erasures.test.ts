import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductOf } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('visitor erasures', (database) => {
  it('takes erasures of the owning accounts in turn, however many products one of them has', async () => {
    const { people } = await seedProduct(database)
    const { product: quiet } = await seedProduct(database)
    const many = await Promise.all([1, 2, 3].map(() => seedProductOf(database, people.owner.account)))
    const nowMs = database.clock.now()
    const [due, lease] = [timestamp(nowMs + 1_000), timestamp(nowMs + 2_000)]
    const taken = await database.store.transaction(async ({ store: { visitorErasures } }) => {
      for (const [i, product] of [...many, quiet].entries())
        await visitorErasures.enqueue({ product, visitor: '1', asked_at: timestamp(nowMs + i) })
      const first = await visitorErasures.take(due, lease)
      const second = await visitorErasures.take(due, lease, first?.turn)
      const third = await visitorErasures.take(due, lease, second?.turn)
      return [first, second, third].map((erasure) => erasure?.product)
    })
    expect(taken).toEqual([many[0], quiet, many[1]])
  })
})
