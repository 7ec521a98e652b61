import { type ProductId, type ProviderConnection, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

const PROVIDER = 'google_search_console'

describeEachDialect('integrations', (database) => {
  const connectionOf = (product: ProductId, change: Partial<ProviderConnection> = {}): ProviderConnection => ({
    product,
    provider: PROVIDER,
    status: 'connected',
    detail: undefined,
    property: 'sc-domain:example.com',
    refresh_token: 'opaque',
    synced_at: undefined,
    updated_at: timestamp(database.clock.now()),
    ...change,
  })

  it('are listed without anything secret, once they were connected', async () => {
    const { product } = await seedProduct(database)
    expect(await database.store.integrations.list(product)).toEqual([])
    expect(await database.store.integrations.connection(product, PROVIDER)).toBeUndefined()
    await database.store.integrations.put(connectionOf(product))
    expect(await database.store.integrations.list(product)).toEqual([{ provider: PROVIDER, status: 'connected' }])
  })

  it('keep the latest state that was put', async () => {
    const { product } = await seedProduct(database)
    await database.store.integrations.put(connectionOf(product))
    const failed = connectionOf(product, {
      status: 'error',
      detail: 'Access was taken away.',
      synced_at: timestamp(database.clock.now()),
    })
    await database.store.integrations.put(failed)
    expect(await database.store.integrations.connection(product, PROVIDER)).toEqual(failed)
    expect(await database.store.integrations.list(product)).toEqual([
      { provider: PROVIDER, status: 'error', detail: 'Access was taken away.' },
    ])
  })

  it('are due when never synced, or synced before the given time', async () => {
    const now = database.clock.now()
    const [never, before, exactly, after] = [
      await seedProduct(database),
      await seedProduct(database),
      await seedProduct(database),
      await seedProduct(database),
    ]
    await database.store.integrations.put(connectionOf(never.product))
    await database.store.integrations.put(connectionOf(before.product, { synced_at: timestamp(now - 1) }))
    await database.store.integrations.put(connectionOf(exactly.product, { synced_at: timestamp(now) }))
    await database.store.integrations.put(connectionOf(after.product, { synced_at: timestamp(now + 1) }))
    const due = (await database.store.integrations.due(PROVIDER, timestamp(now))).map(({ product }) => product)
    expect(due).toEqual(expect.arrayContaining([never.product, before.product]))
    expect(due).not.toContain(exactly.product)
    expect(due).not.toContain(after.product)
  })
})
