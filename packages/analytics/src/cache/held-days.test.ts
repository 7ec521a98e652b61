import { ProductId } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import type { HeldDays } from './held-days.ts'
import { heldDays } from './held-days.ts'

const product = ProductId.parse('prd_a')
const other = ProductId.parse('prd_b')

/** Holds numbers of so many keys by a list. */
function hold(held: HeldDays, of: ProductId, name: string, keys: number) {
  const list = held.list(of, name)
  const numbers = Uint32Array.from({ length: keys }, (_, i) => list.intern(`${name} ${i}`))
  list.hold('place', '1', { keys: numbers, numbers: [numbers] })
  held.grown(of, name)
}
const isHeld = (held: HeldDays, of: ProductId, name: string) => held.list(of, name).block('place', '1') !== undefined

describe('the numbers of closed days that are held', () => {
  it('numbers are held in the version of their day only', () => {
    const totals = heldDays().totals(product)
    totals.hold(1, '10', Float64Array.of(7))
    expect(totals.of(1, '10')).toEqual(Float64Array.of(7))
    expect(totals.of(1, '11')).toBeUndefined()
    expect(totals.of(2, '10')).toBeUndefined()
  })

  it('a block is held in the versions of its days only, and another version takes its place', () => {
    const list = heldDays().list(product, 'page')
    const block = (key: string) => ({ keys: Uint32Array.of(list.intern(key)), numbers: [Uint32Array.of(1)] })
    list.hold('p', '1 2', block('/a'))
    const before = list.bytes
    list.hold('p', '1 3', block('/a'))
    expect([list.block('p', '1 2'), list.block('p', '1 3')?.toString()]).toEqual([undefined, '[object Object]'])
    expect(list.bytes).toBe(before)
  })

  it('every key has one number, and the number its key', () => {
    const list = heldDays().list(product, 'page')
    expect(['/a', '/b', '/a'].map((key) => list.intern(key))).toEqual([0, 1, 0])
    expect([list.keyOf(1), list.numberOf('/b'), list.numberOf('/c'), list.keys]).toEqual(['/b', 1, undefined, 2])
  })

  it('forgets beyond its limit the numbers of the product that has most, least recently used first', () => {
    const held = heldDays({ bytesMax: 100_000 })
    hold(held, other, 'source', 20)
    for (const name of ['a', 'b', 'c', 'd', 'e']) hold(held, product, name, 250)
    expect(held.bytes).toBeLessThanOrEqual(100_000)
    expect([isHeld(held, other, 'source'), isHeld(held, product, 'a'), isHeld(held, product, 'e')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('an account with many products forgets its own numbers before those of others', () => {
    const held = heldDays({ bytesMax: 100_000 })
    const [quiet, large] = [held.of('quiet'), held.of('large')]
    hold(quiet, other, 'page', 150)
    for (let i = 0; i < 20; i++) hold(large, ProductId.parse(`prd_many${i}`), 'page', 100)
    expect(held.bytes).toBeLessThanOrEqual(100_000)
    expect(isHeld(quiet, other, 'page')).toBe(true)
  })

  it('a list that takes more than its share begins anew', () => {
    const held = heldDays({ bytesMax: 100_000 })
    hold(held, product, 'page', 900)
    expect(held.list(product, 'page').keys).toBe(0)
  })

  it('numbers are held on a cluster once every replica has had time to get them', () => {
    const held = heldDays({ lagMs: 1_000 })
    const settledAt = (version: string, ms: number) => held.isSettled(product, version, ms)
    expect([settledAt('1', 0), settledAt('1', 999), settledAt('1', 1_000)]).toEqual([false, false, true])
    expect([settledAt('2', 1_001), settledAt('2', 2_001)]).toEqual([false, true])
    expect(heldDays().isSettled(product, '1', 0)).toBe(true)
  })
})
