import { countRoundTrips, testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { getProduct } from '../features/products/get.ts'
import { updateProduct } from '../features/products/update.ts'
import { scenarioOn, servicesOn } from '../test-support/index.ts'
import { authenticate } from './authenticate.ts'

describe('round trips to PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('a read by an account token takes one round trip to PostgreSQL', async () => {
    const on = await scenarioOn(database)
    const read = () => on.call(on.owner, getProduct)
    await read()
    expect(await countRoundTrips(read)).toBe(1)
  })

  it('a confirmed write takes at most five round trips to PostgreSQL, and its replay takes two', async () => {
    const on = await scenarioOn(database)
    const principal = await authenticate(on.owner.secret, servicesOn(database))
    const rename = (key: string) => on.confirm(principal, updateProduct, { body: { name: 'Renamed' } }, key)
    await rename('opens the connection')
    // The claim is sent when `begin` is answered, which may be before what was sent with it is answered.
    expect(await countRoundTrips(() => rename('intent'))).toBeLessThanOrEqual(5)
    let replayed: unknown
    const again = async () => {
      replayed = (await rename('intent')).idempotency?.replayed
    }
    expect(await countRoundTrips(again)).toBe(2)
    expect(replayed).toBe(true)
  })
})
