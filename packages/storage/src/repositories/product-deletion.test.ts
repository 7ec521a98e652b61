import { AlreadyExists, LocalDate, NotFound, timestamp } from '@footfall/core-domain'
import {
  committingStore,
  describeEachDialect,
  seedAccount,
  seedFunnel,
  seedProduct,
  seedProductKey,
  seedToken,
  snapshot,
} from '@footfall/testkit'
import { expect, it } from 'vitest'

const LEASE_MS = 60_000

describeEachDialect('a product that is deleted', (database) => {
  const now = () => timestamp(database.clock.now())
  const later = (ms: number) => timestamp(database.clock.now() + ms)
  const take = (limit = 10, store = database.store) => store.productPurges.take(now(), later(LEASE_MS), limit)

  /** A product with something in every table that can hold anything of it. */
  const filled = async () => {
    const seeded = await seedProduct(database)
    const { product } = seeded
    const { store, ids, control } = database
    const common = { created_at: now(), revision: 1, updated_at: now() }
    await seedFunnel(database, product)
    const { key } = await seedProductKey(database, product)
    await store.apps.insert(product, { id: ids.app(), platform: 'ios', name: 'A', bundle_id: 'b', ...common })
    await store.annotations.insert(product, {
      id: ids.annotation(),
      date: LocalDate.parse('2026-01-01'),
      title: 'T',
      ...common,
    })
    await store.integrations.put({
      product,
      provider: 'google_search_console',
      status: 'connected',
      detail: undefined,
      property: 'sc-domain:example.com',
      properties: [],
      refresh_token: 'secret',
      synced_at: undefined,
      sync_requested_at: undefined,
      updated_at: now(),
    })
    await control.payments.claim(product, 'p', 'f', now(), key.id)
    return seeded
  }

  it('deletes the rows of a product from every table, and no rows of other products', async () => {
    const [gone, kept] = [await filled(), await filled()]
    const before = await snapshot(database)
    const rowsOf = (state: typeof before, product: string) =>
      Object.entries(state).flatMap(([table, rows]) => rows.filter((row) => row.includes(product)).map(() => table))
    const tables = ['annotations', 'apps', 'funnels', 'members', 'payment_ledger', 'product_keys', 'product_settings']
    expect([...new Set(rowsOf(before, gone.product))].sort()).toEqual(
      [...tables, 'products', 'provider_connections'].sort(),
    )

    await database.store.products.remove(gone.product)
    const after = await snapshot(database)
    expect(rowsOf(after, gone.product)).toEqual([])
    expect(rowsOf(after, kept.product)).toEqual(rowsOf(before, kept.product))
    expect(await database.store.products.find(gone.product)).toBeUndefined()
    await expect(database.store.products.remove(gone.product)).rejects.toThrow(NotFound)
  })

  it('rejects a payment for a deleted product', async () => {
    const { product } = await seedProduct(database)
    const { key } = await seedProductKey(database, product, { kind: 'payment' })
    await database.store.products.remove(product)
    expect(await database.control.payments.claim(product, 'late', 'f', now(), key.id)).toEqual({ state: 'key_ended' })
  })

  it('counts the active tokens that select a product', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    const account = await seedAccount(database)
    const select = (...ids: (typeof one.product)[]) => ({
      scopes: ['analytics:read'],
      products: { mode: 'selected' as const, ids },
    })
    await seedToken(database, account, select(one.product))
    await seedToken(database, account, select(other.product, one.product))
    await seedToken(database, account, { ...select(one.product), status: 'revoked' })
    await seedToken(database, account, { scopes: ['analytics:read'] })
    expect(await database.store.products.countTokensSelecting(one.product)).toBe(2)
    expect(await database.store.products.countTokensSelecting(other.product)).toBe(1)
    expect(await database.store.products.countTokensSelecting(database.ids.product())).toBe(0)
  })

  it('purges a deleted product in one process at a time, and in another one when the lease ends', async () => {
    const [first, second] = [database.ids.product(), database.ids.product()]
    await database.store.productPurges.enqueue(first, now())
    const deletedAt = now()
    database.clock.advance(1)
    await database.store.productPurges.enqueue(second, now())
    const other = committingStore(database.open().store)
    const [one, two] = await Promise.all([take(1), take(1, other)])
    expect([...one, ...two].map(({ product }) => product).sort()).toEqual([first, second].sort())
    expect([...one, ...two]).toContainEqual({ product: first, deleted_at: deletedAt })
    expect(await take()).toEqual([])
    database.clock.advance(LEASE_MS - 1)
    expect(await take()).toEqual([])
    database.clock.advance(1)
    expect((await take()).map(({ product }) => product)).toEqual([first, second])
    for (const product of [first, second]) await database.store.productPurges.postpone(product, later(1_000_000_000))
  })

  it('returns a postponed purge of a product again at its time, until it is completed', async () => {
    const product = database.ids.product()
    await database.store.productPurges.enqueue(product, now())
    expect((await take()).map((purge) => purge.product)).toEqual([product])
    await database.store.productPurges.postpone(product, later(2 * LEASE_MS))
    database.clock.advance(2 * LEASE_MS - 1)
    expect(await take()).toEqual([])
    database.clock.advance(1)
    expect((await take()).map((purge) => purge.product)).toEqual([product])
    await expect(database.store.productPurges.enqueue(product, now())).rejects.toThrow(AlreadyExists)
    await expect(database.store.productPurges.postpone(database.ids.product(), now())).rejects.toThrow(NotFound)
  })
})
