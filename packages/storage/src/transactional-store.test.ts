import { AlreadyExists, NotFound, ServiceUnavailable, type Transaction, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct, testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { rawSql } from './test-support/raw-sql.ts'

describeEachDialect('a transaction', (database) => {
  const newAccount = () => {
    const id = database.ids.account()
    return {
      id,
      email: `${id.toLowerCase()}@example.com`,
      name: 'Ada',
      language: null,
      created_at: timestamp(database.clock.now()),
    }
  }
  const newFunnel = () => ({
    id: database.ids.funnel(),
    name: 'Checkout',
    steps: [],
    window_minutes: 60,
    created_at: timestamp(database.clock.now()),
    revision: 1,
    updated_at: timestamp(database.clock.now()),
  })

  it('commits all steps of a transaction and returns its result', async () => {
    const [one, two] = [newAccount(), newAccount()]
    const answer = await database.store.transaction(async ({ store: { accounts } }) => {
      await accounts.insert(one)
      await accounts.insert(two)
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await database.store.accounts.find(one.id)).toEqual(one)
    expect(await database.store.accounts.find(two.id)).toEqual(two)
  })

  it('rolls back all steps of a transaction when a later one fails', async () => {
    const { product, people } = await seedProduct(database)
    const account = newAccount()
    const before = await database.store.settings.get(product, 'domains')
    const failed = database.store.transaction(async ({ store }) => {
      await store.accounts.insert(account)
      await store.settings.put(product, 'domains', { domains: [] }, timestamp(database.clock.now()))
      await store.products.insert(
        { id: database.ids.product(), name: 'P', timezone: before.updated_at as never, created_at: account.created_at },
        { member: database.ids.member(), account: account.id },
      )
      throw new NotFound()
    })
    await expect(failed).rejects.toThrow(NotFound)
    expect(await database.store.accounts.find(account.id)).toBeUndefined()
    expect(await database.store.settings.get(product, 'domains')).toEqual(before)
    const owned = await database.store.products.listFor(people.owner.account.id, { mode: 'all' }, { limit: 10 })
    expect(owned.rows).toHaveLength(1)
  })

  it('shows writes of a transaction to itself at once and to others after the commit', async () => {
    const account = newAccount()
    await database.store.transaction(async ({ store }) => {
      await store.accounts.insert(account)
      expect(await store.accounts.find(account.id)).toEqual(account)
      expect(await database.store.accounts.find(account.id)).toBeUndefined()
    })
    expect(await database.store.accounts.find(account.id)).toEqual(account)
  })

  it('rejects a transaction with its domain error, and accepts the next one', async () => {
    const account = await seedAccount(database)
    const rejected = database.store.transaction(({ store: { accounts } }) => accounts.insert(account))
    await expect(rejected).rejects.toThrow(AlreadyExists)
    await database.store.transaction(({ store: { accounts } }) => accounts.insert(newAccount()))
  })

  it('prevents two concurrent transactions from both acting on what they read', async () => {
    const { product } = await seedProduct(database)
    const insertUnlessOneExists = async ({ store }: Transaction) => {
      const { rows } = await store.funnels.list(product, { limit: 10 })
      if (rows.length > 0) return false
      await store.funnels.insert(product, newFunnel())
      return true
    }
    const stores = [database.store, database.open().store, database.open().store, database.store]
    const outcomes = await Promise.all(stores.map((store) => store.transaction(insertUnlessOneExists)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect((await database.store.funnels.list(product, { limit: 10 })).rows).toHaveLength(1)
  })

  it('keeps every change when concurrent transactions change one document', async () => {
    const { product } = await seedProduct(database)
    const at = timestamp(database.clock.now())
    const change = () =>
      database.store.transaction(async ({ store: { settings } }) => {
        const { domains } = await settings.get(product, 'domains')
        const added = { hostname: `h${domains.length}.example.com`, primary: domains.length === 0 }
        await settings.put(product, 'domains', { domains: [...domains, added] }, at)
      })
    await Promise.all([change(), change(), change()])
    const { domains, revision } = await database.store.settings.get(product, 'domains')
    expect(domains).toHaveLength(3)
    expect(revision).toBe(4)
  })
})

describe('a transaction on PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('rejects a transaction on PostgreSQL as unavailable after eight serialization failures', async () => {
    let tries = 0
    const hopeless = database.store.transaction(async () => {
      tries++
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    await expect(hopeless).rejects.toThrow(ServiceUnavailable)
    expect(tries).toBe(8)
  })

  it('does not retry a transaction on PostgreSQL because of changes to other rows of a small table', async () => {
    const products = [await seedProduct(database), await seedProduct(database)]
    await rawSql(database.config, 'analyze')
    let runs = 0
    let arrived = 0
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    const rename = ({ product, people }: (typeof products)[number]) =>
      database.store.transaction(async ({ store }) => {
        runs++
        await store.products.findFor(people.owner.account.id, product)
        if (++arrived === products.length) meet()
        await met
        await store.products.rename(product, 'Renamed', timestamp(database.clock.now()))
      })
    await Promise.all(products.map(rename))
    expect(runs).toBe(2)
  })
})

describe('a reader on SQLite', () => {
  const database = testDatabase('sqlite')

  it('reads on SQLite without waiting for an open transaction', async () => {
    const account = await seedAccount(database)
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const transaction = database.store.transaction(() => finished)
    expect(await database.store.accounts.find(account.id)).toEqual(account)
    finish()
    await transaction
  })
})
