import { LocalDate, ServiceUnavailable } from '@footfall/core-domain'
import { describeEachDialect, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { cacheSalts } from './daily-salts.ts'
import { saltsInMemory } from './test-support/ports.ts'

/** A salt store that can become unavailable. */
function openSalts(start: string) {
  const clock = settableClock(start)
  const inner = saltsInMemory()
  const store = { unavailable: false, asked: [] as string[] }
  const cache = cacheSalts(
    {
      async salts(day) {
        store.asked.push(day)
        if (store.unavailable) throw new ServiceUnavailable()
        return inner.salts(day)
      },
    },
    clock,
  )
  return { clock, store, cache, inner }
}

describe('cached daily salts', () => {
  it('reads daily salts once a day, and uses them for that day while the store is unavailable', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T01:00:00Z')
    const { salts } = await cache.now()
    store.unavailable = true
    clock.set('2026-11-20T22:59:59Z')
    cache.refresh()
    expect((await cache.now()).salts).toBe(salts)
    expect(store.asked).toEqual(['2026-11-20'])
    clock.set('2026-11-21T00:00:00Z')
    await expect(cache.now()).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('reads daily salts ahead in the last hour of the day, so that an outage at midnight loses no events', async () => {
    const { store, cache, clock, inner } = openSalts('2026-11-20T23:00:00Z')
    const { salts: today } = await cache.now()
    cache.refresh()
    await Promise.resolve()
    store.unavailable = true
    expect((await cache.now()).salts).toBe(today)
    clock.set('2026-11-21T00:00:00Z')
    cache.refresh()
    expect((await cache.now()).salts).toEqual(await inner.salts(LocalDate.parse('2026-11-21')))
    expect(store.asked).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('returns the salts of the day of the returned instant, also when midnight passes while they are read', async () => {
    const clock = settableClock('2026-11-20T23:59:59.999Z')
    const inner = saltsInMemory()
    const cache = cacheSalts(
      {
        async salts(day) {
          clock.set('2026-11-21T00:00:00.000Z')
          return inner.salts(day)
        },
      },
      clock,
    )
    expect(await cache.now()).toEqual({
      salts: await inner.salts(LocalDate.parse('2026-11-21')),
      nowMs: Date.parse('2026-11-21T00:00:00.000Z'),
    })
  })

  it('reads daily salts again once a minute while reading ahead fails', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T23:00:00Z')
    store.unavailable = true
    for (let i = 0; i < 10; i++) {
      cache.refresh()
      await new Promise(setImmediate)
    }
    expect(store.asked).toEqual(['2026-11-21'])
    store.unavailable = false
    clock.advance(60_000)
    cache.refresh()
    await new Promise(setImmediate)
    cache.refresh()
    expect(store.asked).toEqual(['2026-11-21', '2026-11-21'])
  })

  it('removes daily salts from memory when their day is over', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T12:00:00Z')
    await cache.now()
    clock.set('2026-11-21T12:00:00Z')
    cache.refresh()
    clock.set('2026-11-20T12:00:00Z')
    await cache.now()
    expect(store.asked).toEqual(['2026-11-20', '2026-11-20'])
  })
})

describeEachDialect('salts that were read ahead', (database) => {
  it('every replica gets the same daily salt', async () => {
    const clock = settableClock('2026-11-20T23:30:00Z')
    const ahead = cacheSalts(database.control.salts, clock)
    const { salts: today } = await ahead.now()
    ahead.refresh()
    clock.set('2026-11-21T00:00:00Z')
    const { salts: tomorrow } = await ahead.now()
    expect(tomorrow.previous).toEqual(today.current)
    expect(tomorrow).toEqual(await (await cacheSalts(database.open().salts, clock).now()).salts)
  })
})
