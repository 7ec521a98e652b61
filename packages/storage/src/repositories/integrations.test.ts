import { NotFound, type ProductId, type ProviderConnection, timestamp } from '@footfall/core-domain'
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
    properties: ['https://example.com/', 'sc-domain:example.com'],
    refresh_token: 'opaque',
    synced_at: undefined,
    sync_requested_at: undefined,
    updated_at: timestamp(database.clock.now()),
    ...change,
  })

  it('lists connected integrations without secrets', async () => {
    const { product } = await seedProduct(database)
    expect(await database.store.integrations.list(product)).toEqual([])
    expect(await database.store.integrations.connection(product, PROVIDER)).toBeUndefined()
    await database.store.integrations.put(connectionOf(product))
    expect(await database.store.integrations.list(product)).toEqual([{ provider: PROVIDER, status: 'connected' }])
  })

  it('stores the latest state of an integration', async () => {
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

  it('lists integrations as due if they never synced or synced before the given time', async () => {
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

  it('lists an integration as due on request, but not without a property or while earlier rows are removed', async () => {
    const { integrations } = database.store
    const now = timestamp(database.clock.now())
    const later = timestamp(database.clock.now() + 60_000)
    const [asked, without, cleaning] = [
      (await seedProduct(database)).product,
      (await seedProduct(database)).product,
      (await seedProduct(database)).product,
    ]
    await integrations.put(connectionOf(asked, { synced_at: later, sync_requested_at: now }))
    await integrations.put(connectionOf(without, { property: undefined, sync_requested_at: now }))
    expect(await integrations.connection(without, PROVIDER)).toMatchObject({ property: undefined })
    await integrations.put(connectionOf(cleaning))
    const leftover = {
      id: `left_${cleaning}`,
      product: cleaning,
      provider: PROVIDER,
      refresh_token: 'sealed',
      rows: true,
      created_at: now,
    } as const
    await integrations.enqueueCleanup(leftover)
    const due = async () => (await integrations.due(PROVIDER, now)).map(({ product }) => product)
    expect(await due()).toContain(asked)
    expect(await due()).not.toContain(without)
    expect(await due()).not.toContain(cleaning)

    expect(await integrations.dueCleanups(now)).toEqual([leftover])
    await integrations.updateCleanup({ ...leftover, rows: false }, later)
    expect(await due()).toContain(cleaning)
    expect(await integrations.dueCleanups(now)).toEqual([])
    expect(await integrations.dueCleanups(later)).toEqual([{ ...leftover, rows: false }])
    await integrations.updateCleanup({ ...leftover, rows: false, refresh_token: undefined }, later)
    expect(await integrations.dueCleanups(later)).toEqual([])
  })

  it('records the outcome of a sync only if the integration has not changed since', async () => {
    const { integrations } = database.store
    const { product } = await seedProduct(database)
    const now = timestamp(database.clock.now())
    const synced = { ...connectionOf(product, { sync_requested_at: now }), property: 'sc-domain:example.com' }
    const outcome = { status: 'error', detail: 'No.', synced_at: now } as const
    await integrations.put(synced)
    expect(await integrations.recordSync({ ...synced, property: 'other' }, outcome, now)).toBe(false)
    expect(await integrations.recordSync({ ...synced, refresh_token: 'other' }, outcome, now)).toBe(false)
    expect(await integrations.connection(product, PROVIDER)).toEqual(synced)
    expect(await integrations.recordSync(synced, outcome, now)).toBe(true)
    const recorded = { ...synced, ...outcome, sync_requested_at: undefined }
    expect(await integrations.connection(product, PROVIDER)).toEqual(recorded)
    const again = timestamp(database.clock.now() + 1)
    await integrations.put({ ...synced, sync_requested_at: again })
    for (const read of [synced, { ...synced, sync_requested_at: undefined }]) {
      expect(await integrations.recordSync(read, outcome, now)).toBe(true)
      expect((await integrations.connection(product, PROVIDER))?.sync_requested_at).toBe(again)
    }
    await integrations.remove(product, PROVIDER)
    expect(await integrations.connection(product, PROVIDER)).toBeUndefined()
    await expect(integrations.remove(product, PROVIDER)).rejects.toThrow(NotFound)
    expect(await integrations.recordSync(synced, outcome, now)).toBe(false)
  })
})
