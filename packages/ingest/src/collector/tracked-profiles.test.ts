import { HOUR_MS, MINUTE_MS, ProductId, ServiceUnavailable, type TrackingProfile } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { profileOf } from './test-support/ports.ts'
import { cacheProfiles, type ProfileCacheOptions } from './tracked-profiles.ts'

/** A control database that can be unavailable or hang. */
function openStore(options: ProfileCacheOptions = {}) {
  const clock = settableClock()
  const products = new Map<string, TrackingProfile>()
  const store = { state: 'answers' as 'answers' | 'unavailable' | 'hangs', reads: 0 }
  const profiles = cacheProfiles(
    {
      async find(id) {
        store.reads++
        if (store.state === 'unavailable') throw new ServiceUnavailable()
        if (store.state === 'hangs') return new Promise(() => {})
        return products.get(id)
      },
    },
    clock,
    options,
  )
  const add = (id: string, note = '') => {
    const shields = { ...profileOf(ProductId.parse(id)).shields, addresses: [{ cidr: '192.0.2.1', note }] }
    products.set(id, profileOf(ProductId.parse(id), { shields }))
  }
  return { clock, products, store, add, find: (id: string) => profiles.find(id) }
}
const unavailable = { code: 'service_unavailable' }

describe('cached profiles while the control database is unavailable', () => {
  it('cached profiles are used until an hour after they were last read', async () => {
    const { clock, store, add, find } = openStore()
    add('prd_a')
    await find('prd_a')
    clock.advance(10 * MINUTE_MS)
    await find('prd_a')
    store.state = 'unavailable'
    clock.advance(HOUR_MS - 1)
    expect(await find('prd_a')).toMatchObject({ product: 'prd_a' })
    clock.advance(1)
    await expect(find('prd_a')).rejects.toMatchObject(unavailable)
    store.state = 'answers'
    clock.advance(1_000)
    expect(await find('prd_a')).toMatchObject({ product: 'prd_a' })
  })

  it('rejects unknown products with service_unavailable while the control database is unavailable', async () => {
    const { clock, store, find } = openStore()
    expect(await find('prd_unknown')).toBeUndefined()
    store.state = 'unavailable'
    clock.advance(1_000)
    await expect(find('prd_unknown')).rejects.toMatchObject(unavailable)
    await expect(find('prd_other')).rejects.toMatchObject(unavailable)
  })

  it('cached profiles do not include a product that was deleted before the outage', async () => {
    const { products, store, add, find } = openStore()
    add('prd_a')
    await find('prd_a')
    products.delete('prd_a')
    expect(await find('prd_a')).toBeUndefined()
    store.state = 'unavailable'
    await expect(find('prd_a')).rejects.toMatchObject(unavailable)
  })

  it('cached profiles cause one read per second during an outage, however many events arrive', async () => {
    const { clock, store, add, find } = openStore()
    add('prd_a')
    await find('prd_a')
    store.state = 'unavailable'
    store.reads = 0
    for (let i = 0; i < 50; i++) await find('prd_a')
    expect(store.reads).toBe(1)
    clock.advance(1_000)
    await Promise.all(Array.from({ length: 50 }, () => find('prd_a')))
    expect(store.reads).toBe(2)
  })

  it('cached profiles are used when the database hangs', async () => {
    const { store, add, find } = openStore({ readTimeoutMs: 1 })
    add('prd_a')
    await find('prd_a')
    store.state = 'hangs'
    expect(await find('prd_a')).toMatchObject({ product: 'prd_a' })
    await expect(find('prd_new')).rejects.toMatchObject(unavailable)
  })
})

describe('cached profiles', () => {
  /** Which of them are still found while the database is unavailable. */
  async function kept({ store, find }: ReturnType<typeof openStore>, ids: readonly string[]): Promise<string[]> {
    store.state = 'unavailable'
    const served = await Promise.allSettled(ids.map(find))
    return ids.filter((_id, i) => served[i]?.status === 'fulfilled')
  }

  it('cached profiles are limited in number, and those read longest ago are dropped first', async () => {
    const opened = openStore({ profilesMax: 2 })
    for (const id of ['prd_a', 'prd_b', 'prd_c']) opened.add(id)
    for (const id of ['prd_a', 'prd_b', 'prd_a', 'prd_c']) await opened.find(id)
    expect(await kept(opened, ['prd_a', 'prd_b', 'prd_c'])).toEqual(['prd_a', 'prd_c'])
  })

  it('cached profiles are limited in size, and a profile that grew displaces others', async () => {
    const opened = openStore({ charactersMax: 3_500 })
    opened.add('prd_a')
    opened.add('prd_b')
    await opened.find('prd_a')
    await opened.find('prd_b')
    opened.add('prd_b', 'x'.repeat(2_500))
    await opened.find('prd_b')
    expect(await kept(opened, ['prd_a', 'prd_b'])).toEqual(['prd_b'])
  })

  it('cached profiles are not displaced by ids of products that do not exist', async () => {
    const opened = openStore({ profilesMax: 2 })
    opened.add('prd_a')
    await opened.find('prd_a')
    for (let i = 0; i < 10; i++) await opened.find(`prd_unknown${i}`)
    expect(await kept(opened, ['prd_a'])).toEqual(['prd_a'])
  })
})
