import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the queues of the control database', (database) => {
  it('counts what waits, and no longer counts what is done', async () => {
    const { store, control, clock } = database
    const before = await control.queues()
    const now = timestamp(clock.now())
    const { product } = await seedProduct(database)
    for (const id of ['out_a', 'out_b'])
      await store.outbox.enqueue({ id, to: 'ada@example.com', subject: 'x', text: 'x', created_at: now })
    await store.transaction((tx) => tx.store.productPurges.enqueue(product, now))
    expect(await control.queues()).toEqual({
      ...before,
      emails: before.emails + 2,
      deleted_products: before.deleted_products + 1,
    })
    await store.outbox.delivered('out_a', now)
    expect(await database.open().queues()).toMatchObject({ emails: before.emails + 1 })
  })
})
