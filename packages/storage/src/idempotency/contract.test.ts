import { testOneTransactionStore } from '@footfall/idempotency/testing'
import { DIALECTS, seedFunnel, seedProduct, testDatabase } from '@footfall/testkit'
import { describe, it } from 'vitest'
import type { ControlTransaction } from '../transactional-store.ts'

describe.each(DIALECTS)('the contract of records on %s', (dialect) => {
  const database = testDatabase(dialect)
  testOneTransactionStore<ControlTransaction>({ describe, it }, `the control database on ${dialect}`, async () => {
    const { product } = await seedProduct(database)
    return {
      records: database.control.idempotency,
      transaction: (work) => database.control.store.transaction(work),
      async effect({ store }, name) {
        await seedFunnel({ ...database, store }, product, name)
      },
      async effects(name) {
        const { rows } = await database.store.funnels.list(product, { limit: 200 })
        return rows.filter((funnel) => funnel.name === name).length
      },
    }
  })
})
