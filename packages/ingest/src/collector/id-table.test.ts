import { seededRandom } from '@footfall/testkit'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIdTable, PLACE_SECRET_BYTES, spreadBy } from './id-table.ts'

const random = seededRandom('ids')
const PLACE_BITS = 12

it('spreads ids that a sender chose for their equal halves over the places of a table, in another order with another secret', () => {
  const placesBy = (secret: Uint8Array) => {
    const spread = spreadBy(secret)
    return Array.from({ length: 2 ** 10 }, (_, i) => spread(7919 * i, 4096 * i) >>> (32 - PLACE_BITS))
  }
  const [one, other] = [placesBy(random.bytes(PLACE_SECRET_BYTES)), placesBy(random.bytes(PLACE_SECRET_BYTES))]
  for (const places of [one, other]) expect(new Set(places).size).toBeGreaterThan(2 ** 9)
  expect(one.filter((place, i) => place === other[i]).length).toBeLessThan(2 ** 4)
})

it('keeps the ids that were added and not removed, including colliding ones, while it grows', () => {
  const step = fc.record({ high: fc.nat(40), low: fc.nat(200).map((n) => n * 4096), removes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const table = createIdTable(new Uint8Array(PLACE_SECRET_BYTES))
      // No hash has a `high` of 0: it stands for 1.
      const expected = new Map<string, { readonly high: number; readonly low: number }>()
      for (const { removes, ...id } of steps) {
        const key = `${id.high || 1} ${id.low}`
        if (removes) {
          table.remove(id)
          expected.delete(key)
        } else {
          table.add(id)
          expected.set(key, id)
        }
        expect(table.has(id)).toBe(!removes)
      }
      expect(table.size).toBe(expected.size)
      for (const id of expected.values()) expect(table.has(id)).toBe(true)
    }),
  )
})
