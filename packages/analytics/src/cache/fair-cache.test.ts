import { describe, expect, it } from 'vitest'
import { fairCache } from './fair-cache.ts'

describe('a cache of several accounts', () => {
  const kept = (cache: ReturnType<typeof fairCache<number>>, keys: readonly string[]) =>
    keys.filter((key) => cache.get(key) !== undefined)

  it('removes values of the account that fills the cache, and keeps those of the others', () => {
    const cache = fairCache<number>({ entriesMax: 1_000, bytesMax: 100 })
    cache.set('quiet', 'q1', 1, 10)
    cache.set('quiet', 'q2', 2, 10)
    for (let i = 0; i < 500; i++) cache.set('busy', `b${i}`, i, 10)
    expect(kept(cache, ['q1', 'q2', 'b0', 'b491', 'b492', 'b499'])).toEqual(['q1', 'q2', 'b492', 'b499'])
    expect(cache.size).toBe(10)
  })

  it('removes values beyond the maximum number of values', () => {
    const cache = fairCache<number>({ entriesMax: 3, bytesMax: 1_000 })
    cache.set('quiet', 'q', 1, 1)
    for (let i = 0; i < 10; i++) cache.set('busy', `b${i}`, i, 1)
    expect(kept(cache, ['q', 'b7', 'b8', 'b9'])).toEqual(['q', 'b8', 'b9'])
  })

  it('gives a single account the whole cache, and removes what it used least recently', () => {
    const cache = fairCache<number>({ entriesMax: 3, bytesMax: 1_000 })
    for (const key of ['a', 'b', 'c']) cache.set('only', key, 1, 1)
    cache.get('a')
    cache.set('only', 'd', 1, 1)
    expect(kept(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd'])
  })

  it('does not keep a value larger than the cache, and replaces the value of a key', () => {
    const cache = fairCache<number>({ entriesMax: 10, bytesMax: 100 })
    cache.set('a', 'key', 1, 60)
    cache.set('b', 'key', 2, 90)
    expect([cache.get('key'), cache.size]).toEqual([2, 1])
    cache.set('a', 'large', 3, 101)
    expect([cache.get('key'), cache.get('large')]).toEqual([2, undefined])
  })
})
