import { NotFound, type SettingsDocument, TimeZone, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

const LATER = timestamp(Date.parse('2027-01-01T00:00:00.000Z'))

describeEachDialect('settings', (database) => {
  it('come back as they were put, one revision up', async () => {
    const { product } = await seedProduct(database)
    const shields: SettingsDocument<'shields'> = {
      addresses: [{ cidr: '10.0.0.0/8', note: `it's "ours" \u{1F600}` }],
      countries: [{ code: 'DE' }],
      paths: [{ pattern: `/'; drop table products; --*` }],
      hostnames: { mode: 'allow', patterns: ['*.example.com'] },
      referrers: [],
    }
    const written = await database.store.settings.put(product, 'shields', shields, LATER)
    expect(written).toEqual({ ...shields, revision: 2, updated_at: LATER })
    expect(await database.store.settings.get(product, 'shields')).toEqual(written)
    expect((await database.store.settings.put(product, 'shields', shields, LATER)).revision).toBe(3)
  })

  it('of one section leave the others and other products alone', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    await database.store.settings.put(one.product, 'domains', { domains: [] }, LATER)
    expect((await database.store.settings.get(one.product, 'events')).revision).toBe(1)
    expect((await database.store.settings.get(other.product, 'domains')).revision).toBe(1)
  })

  it('keep the time zone on the product, where a new one counts as a change of the product', async () => {
    const { product } = await seedProduct(database, { timezone: 'Europe/Berlin' })
    const { revision: _, updated_at: __, ...before } = await database.store.settings.get(product, 'preferences')
    expect(before.timezone).toBe('Europe/Berlin')

    await database.store.settings.put(product, 'preferences', { ...before, currency: 'USD' }, LATER)
    expect(await database.store.products.find(product)).toMatchObject({ timezone: 'Europe/Berlin', revision: 1 })

    const timezone = TimeZone.parse('Asia/Tokyo')
    await database.store.settings.put(product, 'preferences', { ...before, timezone }, LATER)
    expect(await database.store.products.find(product)).toMatchObject({ timezone, revision: 2, updated_at: LATER })
    expect(await database.store.settings.get(product, 'preferences')).toMatchObject({ timezone, revision: 3 })
  })

  it('of a product that does not exist are not found, neither to read nor to write', async () => {
    const nowhere = database.ids.product()
    await expect(database.store.settings.get(nowhere, 'crawlers')).rejects.toThrow(NotFound)
    await expect(database.store.settings.put(nowhere, 'domains', { domains: [] }, LATER)).rejects.toThrow(NotFound)
  })
})
