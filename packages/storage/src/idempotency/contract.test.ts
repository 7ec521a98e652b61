import { NotFound } from '@footfall/core-domain'
import type { Resolver } from '@footfall/idempotency'
import { testRecordStore } from '@footfall/idempotency/testing'
import { DIALECTS, seedFunnel, seedProduct, testDatabase } from '@footfall/testkit'
import { describe, it } from 'vitest'
import type { ControlTransaction } from '../transactional-store.ts'

describe.each(DIALECTS)('the contract of records on %s', (dialect) => {
  const database = testDatabase(dialect)
  testRecordStore<ControlTransaction>(
    { describe, it },
    `the control database on ${dialect}`,
    async () => {
      const { product } = await seedProduct(database)
      return {
        records: database.control.idempotency,
        resolver: resolver(),
        transaction: (work) => database.control.store.transaction(work),
        async effect({ store }, name) {
          await seedFunnel({ ...database, store }, product, name)
        },
        async effects(name) {
          const { rows } = await database.store.funnels.list(product, { limit: 200 })
          return rows.filter((funnel) => funnel.name === name).length
        },
      }
    },
    { retakes: false },
  )

  /** What the command and `operations` do with the two halves of the store's own resolver. */
  function resolver(): Resolver<ControlTransaction> {
    const { idempotencyAdmin } = database.control
    const inspect: Resolver<ControlTransaction>['inspect'] = (id, now) =>
      idempotencyAdmin.inspect(id, now).then(
        ({ status, record }) => ({ status, record }),
        (error: unknown) => {
          if (error instanceof NotFound) return undefined
          throw error
        },
      )
    return {
      list: (filter) => idempotencyAdmin.list(filter),
      inspect,
      resolve: (id, as, at) =>
        database.control.store
          .transaction((tx) => tx.idempotency.resolve(id, as, at))
          .then(
            (request) => ({ kind: 'resolved', request }),
            async () => {
              const entry = await inspect(id, at)
              return entry ? { kind: 'not_blocked', entry } : { kind: 'missing' }
            },
          ),
    }
  }
})
