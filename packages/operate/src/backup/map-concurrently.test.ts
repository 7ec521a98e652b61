import { describe, expect, it } from 'vitest'
import { mapConcurrently } from './map-concurrently.ts'

describe('mapConcurrently', () => {
  it('returns the results in the order of the items, with at most 16 items at once', async () => {
    let running = 0
    let most = 0
    const results = await mapConcurrently(
      Array.from({ length: 50 }, (_, i) => i),
      async (item) => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return item * 2
      },
    )
    expect(results).toEqual(Array.from({ length: 50 }, (_, i) => i * 2))
    expect(most).toBe(16)
  })

  it('rejects with the first failure after started items have ended, and starts no others', async () => {
    const ended: number[] = []
    const mapping = mapConcurrently(
      Array.from({ length: 50 }, (_, i) => i),
      async (item) => {
        if (item === 3) throw new Error('damaged')
        for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
        ended.push(item)
      },
    )
    await expect(mapping).rejects.toThrow('damaged')
    // Item 16 takes the free place of item 3 unless the queue was cleared first.
    expect(ended.length).toBeGreaterThanOrEqual(15)
    expect(ended.length).toBeLessThanOrEqual(16)
  })
})
