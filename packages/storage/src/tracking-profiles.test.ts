import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defaultSettings, TimeZone, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('tracking profiles', (database) => {
  it('hold all five settings of a product', async () => {
    const { product } = await seedProduct(database, { timezone: 'Asia/Tokyo' })
    const defaults = defaultSettings(TimeZone.parse('Asia/Tokyo'))
    expect(await database.control.trackingProfiles.find(product)).toEqual({ product, ...defaults })
  })

  it('show a change after a second at the latest, and ask no earlier', async () => {
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

  it('show a new time zone, which is kept on the product', async () => {
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

  it('stay the same object for as long as nothing changed', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const before = await trackingProfiles.find(product)
    database.clock.advance(5_000)
    expect(await trackingProfiles.find(product)).toBe(before)
  })

  it('are read once for all who ask at the same time', async () => {
    const { product } = await seedProduct(database)
    const { trackingProfiles } = database.control
    const answers = await Promise.all(Array.from({ length: 20 }, () => trackingProfiles.find(product)))
    expect(answers[0]).toBeDefined()
    // Each read of its own would have built an object of its own.
    expect(new Set(answers).size).toBe(1)
  })

  it('of unknown products are remembered as missing, and found once they exist', async () => {
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

  it('of ids that no product can have are not looked up, and not kept in memory', async () => {
    const { trackingProfiles } = database.control
    expect(await trackingProfiles.find('prd_\u0000')).toBeUndefined()
    const before = heapBytes()
    for (let i = 0; i < 200; i++) await trackingProfiles.find(`prd_${i}_${'x'.repeat(200_000)}`)
    expect(heapBytes() - before).toBeLessThan(20_000_000)
  })

  it('of products that exist are not displaced by ids that do not', async () => {
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
