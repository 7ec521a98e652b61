import { LocalDate, ServiceUnavailable } from '@footfall/core-domain'
import { describeEachDialect, settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { cacheSalts } from './daily-salts.ts'
import { saltsInMemory } from './test-support/ports.ts'

/** A store of salts that can be taken away. */
function openSalts(start: string) {
  const clock = settableClock(start)
  const inner = saltsInMemory()
  const store = { away: false, asked: [] as string[] }
  const cache = cacheSalts(
    {
      async salts(day) {
        store.asked.push(day)
        if (store.away) throw new ServiceUnavailable()
        return inner.salts(day)
      },
    },
    clock,
  )
  return { clock, store, cache, inner }
}

describe('the salts of the day', () => {
  it('are read once a day, and serve for the day while the store is away', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T01:00:00Z')
    const salts = await cache.salts()
    store.away = true
    clock.set('2026-11-20T22:59:59Z')
    cache.turn()
    expect(await cache.salts()).toBe(salts)
    expect(store.asked).toEqual(['2026-11-20'])
    clock.set('2026-11-21T00:00:00Z')
    await expect(cache.salts()).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('are read ahead in the last hour of the day, so that an outage over midnight loses nothing', async () => {
    const { store, cache, clock, inner } = openSalts('2026-11-20T23:00:00Z')
    const today = await cache.salts()
    cache.turn()
    await Promise.resolve()
    store.away = true
    expect(await cache.salts()).toBe(today)
    clock.set('2026-11-21T00:00:00Z')
    cache.turn()
    expect(await cache.salts()).toEqual(await inner.salts(LocalDate.parse('2026-11-21')))
    expect(store.asked).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('are asked for again once a minute while they cannot be read ahead', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T23:00:00Z')
    store.away = true
    for (let i = 0; i < 10; i++) {
      cache.turn()
      await new Promise(setImmediate)
    }
    expect(store.asked).toEqual(['2026-11-21'])
    store.away = false
    clock.advance(60_000)
    cache.turn()
    await new Promise(setImmediate)
    cache.turn()
    expect(store.asked).toEqual(['2026-11-21', '2026-11-21'])
  })

  it('are dropped from memory when their day is over', async () => {
    const { store, cache, clock } = openSalts('2026-11-20T12:00:00Z')
    await cache.salts()
    clock.set('2026-11-21T12:00:00Z')
    cache.turn()
    clock.set('2026-11-20T12:00:00Z')
    await cache.salts()
    expect(store.asked).toEqual(['2026-11-20', '2026-11-20'])
  })
})

describeEachDialect('salts that were read ahead', (database) => {
  it('are the ones that the day then has, for every replica', async () => {
    const clock = settableClock('2026-11-20T23:30:00Z')
    const ahead = cacheSalts(database.control.salts, clock)
    const today = await ahead.salts()
    ahead.turn()
    clock.set('2026-11-21T00:00:00Z')
    const tomorrow = await ahead.salts()
    expect(tomorrow.previous).toEqual(today.current)
    expect(tomorrow).toEqual(await cacheSalts(database.open().salts, clock).salts())
  })
})
