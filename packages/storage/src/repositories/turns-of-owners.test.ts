import { timestamp } from '@footfall/core-domain'
import { seedProduct, seedProductOf, testDatabase } from '@footfall/testkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { observedOnSqlite } from '../test-support/observed-sqlite.ts'
import { firstInTurns } from './turns-of-owners.ts'

describe('rows that wait for their turn', () => {
  const database = testDatabase('sqlite')

  it('sorts only those of as many products as are taken, however many rows one account has', async () => {
    const { clock, ids, store } = database
    const many = await seedProduct(database)
    const owner = many.people.owner.account
    const products = [many.product]
    for (let i = 1; i < 30; i++) products.push(await seedProductOf(database, owner))
    const due = (secondsAgo: number) => timestamp(clock.now() - 1000 * secondsAgo)
    const insert = (product: (typeof products)[number], secondsAgo: number) => {
      const rule = { kind: 'spike', factor: 2, minimum: 10 } as never
      const target = { kind: 'email', addresses: ['reader@example.com'] } as never
      const state = { due_at: due(secondsAgo), active_since: undefined, last_judgement: undefined }
      const times = { created_at: due(0), revision: 1, updated_at: due(0) }
      return store.alerts.insert({ id: ids.alert(), product, name: 'Alert', rule, target, ...state, ...times })
    }
    for (const product of products) for (let i = 1; i <= 4; i++) await insert(product, 100 * i)
    const one = await seedProduct(database)
    await insert(one.product, 1)
    const isDue = sql<never>`(alerts.due_at <= ${due(0)})`
    const { result } = await observedOnSqlite(database.config, ({ db }) =>
      db
        .selectFrom(firstInTurns({ table: 'alerts', isDue }, 3).as('waiting'))
        .innerJoin('alerts', 'alerts.id', 'waiting.id')
        .select(['alerts.product_id', 'turn'])
        .orderBy('turn')
        .orderBy('alerts.due_at')
        .execute(),
    )
    // Two products of the account with 120 alerts, and the one of the other account.
    expect(result).toHaveLength(2 * 4 + 1)
    expect(result.slice(0, 2).map(({ turn }) => turn)).toEqual([1, 1])
    expect(result[1]?.product_id).toBe(one.product)
  })
})
