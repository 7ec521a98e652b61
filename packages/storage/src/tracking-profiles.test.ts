import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defaultSettings, TimeZone, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('tracking profiles', (database) => {
  it('reads all five settings of a tracking profile', async () => {
    const { product, people } = await seedProduct(database, { timezone: 'Asia/Tokyo' })
    const defaults = defaultSettings(TimeZone.parse('Asia/Tokyo'))
    expect(await database.control.trackingProfiles.find(product)).toEqual({
      product,
      owner: people.owner.account.id,
      ...defaults,
    })
  })

  it('reads changed settings of a tracking profile after one second', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const before = await trackingProfiles.find(product)
    const domains = { domains: [{ hostname: 'example.com', primary: true }] }
    await database.store.settings.put(product, 'domains', domains, timestamp(database.clock.now()))
    database.clock.advance(999)
    expect(await trackingProfiles.find(product)).toBe(before)
    database.clock.advance(1)
    expect(await trackingProfiles.find(product)).toMatchObject({ domains })
  })

  it('reads a changed time zone of a product into its tracking profile', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const before = await trackingProfiles.find(product)
    if (!before) throw new Error('The product has a profile.')
    const timezone = TimeZone.parse('Europe/Berlin')
    await database.store.settings.put(
      product,
      'preferences',
      { ...before.preferences, timezone },
      timestamp(database.clock.now()),
    )
    database.clock.advance(1_000)
    expect((await trackingProfiles.find(product))?.preferences.timezone).toBe(timezone)
  })

  it('returns the same tracking profile object while nothing changes', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const before = await trackingProfiles.find(product)
    database.clock.advance(5_000)
    expect(await trackingProfiles.find(product)).toBe(before)
  })

  it('reads a tracking profile once for all concurrent callers', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const answers = await Promise.all(Array.from({ length: 20 }, () => trackingProfiles.find(product)))
    expect(answers[0]).toBeDefined()
    // Each read of its own would have built an object of its own.
    expect(new Set(answers).size).toBe(1)
  })

  it('caches an unknown product as missing, and finds it once it exists', async () => {
    const { people } = await seedProduct(database)
    const id = database.ids.product()
    const { trackingProfiles } = database.control
    expect(await trackingProfiles.find(id)).toBeUndefined()
    expect(await trackingProfiles.find(`' or 1=1 --`)).toBeUndefined()
    await database.store.products.insert(
      { id, name: 'New', timezone: TimeZone.parse('UTC'), created_at: timestamp(database.clock.now()) },
      { member: database.ids.member(), account: people.owner.account.id },
    )
    expect(await trackingProfiles.find(id)).toBeUndefined()
    database.clock.advance(1_000)
    expect(await trackingProfiles.find(id)).toMatchObject({ product: id })
  })

  it('neither queries nor caches ids that no product can have', async () => {
    const { trackingProfiles } = database.control
    expect(await trackingProfiles.find('prd_\u0000')).toBeUndefined()
    const before = heapBytes()
    for (let i = 0; i < 200; i++) await trackingProfiles.find(`prd_${i}_${'x'.repeat(200_000)}`)
    expect(heapBytes() - before).toBeLessThan(20_000_000)
  })

  it('keeps the cached tracking profiles of products when many unknown ids are asked for', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const before = await trackingProfiles.find(product)
    for (let i = 0; i < 2_001; i++) await trackingProfiles.find(`prd_unknown${i}`)
    expect(await trackingProfiles.find(product)).toBe(before)
  })
})

/** What is left on the heap once nothing unused is on it. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
