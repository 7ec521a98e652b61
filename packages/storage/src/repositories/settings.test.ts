import { NotFound, type SettingsDocument, TimeZone, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { rawSql } from '../test-support/raw-sql.ts'

const LATER = timestamp(Date.parse('2027-01-01T00:00:00.000Z'))

describeEachDialect('settings', (database) => {
  it('stores settings with the next revision', async () => {
    const { product } = await seedProduct(database)
    const shields: SettingsDocument<'shields'> = {
      addresses: [{ cidr: '10.0.0.0/8', note: `it's "ours" \u{1F600}` }],
      countries: [{ code: 'DE' }],
      paths: [{ pattern: `/'; drop table products; --*` }],
      hostnames: { mode: 'allow', patterns: ['*.example.com'] },
      referrers: [],
      referrer_spam: false,
      data_centres: true,
    }
    const written = await database.store.settings.put(product, 'shields', shields, LATER)
    expect(written).toEqual({ ...shields, revision: 2, updated_at: LATER })
    expect(await database.store.settings.get(product, 'shields')).toEqual(written)
    expect((await database.store.settings.put(product, 'shields', shields, LATER)).revision).toBe(3)
  })

  it('changes one section of the settings of one product only', async () => {
    const [one, other] = [await seedProduct(database), await seedProduct(database)]
    await database.store.settings.put(one.product, 'domains', { domains: [] }, LATER)
    expect((await database.store.settings.get(one.product, 'events')).revision).toBe(1)
    expect((await database.store.settings.get(other.product, 'domains')).revision).toBe(1)
  })

  it('reads one section of many products at once, and leaves out products that do not exist', async () => {
    const [one, other] = [await seedProduct(database, { timezone: 'Asia/Tokyo' }), await seedProduct(database)]
    await database.store.settings.put(other.product, 'domains', { domains: [] }, LATER)
    const products = [other.product, database.ids.product(), one.product]
    for (const section of ['preferences', 'domains'] as const) {
      const each = await database.store.settings.getEach(products, section)
      expect(each.size).toBe(2)
      for (const { product } of [one, other]) {
        expect(each.get(product)).toEqual(await database.store.settings.get(product, section))
      }
    }
    expect(await database.store.settings.getEach([], 'domains')).toEqual(new Map())
  })

  it('parses unchanged settings of many products once, with a turn of the event loop before each large document', async () => {
    const events = {
      ...(await database.store.settings.get((await seedProduct(database)).product, 'events')),
      events: Array.from({ length: 300 }, (_, i) => ({
        name: `Event ${i}`,
        label: 'of many '.repeat(10),
        kind: 'custom' as const,
        goal: true,
        revenue: false,
      })),
    }
    const { revision: _, updated_at: __, ...document } = events
    const products = await Promise.all(Array.from({ length: 8 }, async () => (await seedProduct(database)).product))
    for (const product of products) await database.store.settings.put(product, 'events', document, LATER)
    const read = async () => {
      let [turns, isRead] = [0, false]
      const turn = () => {
        turns++
        if (!isRead) setImmediate(turn)
      }
      setImmediate(turn)
      const each = await database.store.settings.getEach(products, 'events')
      isRead = true
      return { turns, lists: products.map((product) => each.get(product)?.events) }
    }
    const first = await read()
    expect(first.turns).toBeGreaterThanOrEqual(products.length)
    const again = await read()
    for (const [i, list] of first.lists.entries()) expect(again.lists[i]).toBe(list)

    const [changed = '' as never] = products
    await database.store.settings.put(changed, 'events', { ...document, events: [] }, LATER)
    expect((await read()).lists.map((list) => list?.length)).toEqual([0, ...products.slice(1).map(() => 300)])
  })

  it('stores the time zone with the product, and increases the revision of the product for a new one', async () => {
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

  it('rejects reading or writing settings of a product that does not exist', async () => {
    const nowhere = database.ids.product()
    await expect(database.store.settings.get(nowhere, 'crawlers')).rejects.toThrow(NotFound)
    await expect(database.store.settings.put(nowhere, 'domains', { domains: [] }, LATER)).rejects.toThrow(NotFound)
  })

  it('reads a stored country code outside ISO 3166-1 as the country that it stands for, once', async () => {
    const { product } = await seedProduct(database)
    const before = await database.store.settings.get(product, 'shields')
    const { revision: _, updated_at: __, ...shields } = before
    const countries = ['UK', 'GB', 'EL', 'XX'].map((code) => ({ code }))
    await store(product, 'shields', JSON.stringify({ ...shields, countries }))
    const expected = ['GB', 'GR', 'XX'].map((code) => ({ code }))
    expect((await database.store.settings.get(product, 'shields')).countries).toEqual(expected)
    expect((await database.control.trackingProfiles.find(product))?.shields.countries).toEqual(expected)
  })

  it('adds defaults for missing fields at any depth to settings of an older version', async () => {
    const { product } = await seedProduct(database, { timezone: 'Europe/Berlin' })
    const before = await database.store.settings.get(product, 'preferences')
    await store(product, 'preferences', '{"currency":"USD","removed_since":1}')
    await store(product, 'events', '{"events":[],"auto_capture":{"scroll_depth":false}}')
    expect(await database.store.settings.get(product, 'preferences')).toEqual({ ...before, currency: 'USD' })
    const { auto_capture } = await database.store.settings.get(product, 'events')
    expect(auto_capture).toEqual({
      outbound_links: true,
      file_downloads: true,
      form_submissions: true,
      scroll_depth: false,
    })
    expect((await database.open().trackingProfiles.find(product))?.preferences.currency).toBe('USD')
  })

  it.each(['[]', '{"retention_days":"many"}', '{"currency":null}', '"text"'])(
    'reports a broken settings document with its product and section: %s',
    async (document) => {
      const { product } = await seedProduct(database)
      await store(product, 'preferences', document)
      const names = new RegExp(`preferences of product ${product} is broken`)
      await expect(database.store.settings.get(product, 'preferences')).rejects.toThrow(names)
      await expect(database.open().trackingProfiles.find(product)).rejects.toThrow(names)
    },
  )

  const store = (product: string, section: string, document: string) =>
    rawSql(
      database.config,
      `update product_settings set document = '${document}' where product_id = '${product}' and section = '${section}'`,
    )
})
