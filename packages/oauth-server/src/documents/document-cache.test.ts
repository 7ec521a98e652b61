import { describe, expect, it } from 'vitest'
import { cacheLifetimeMs, documentCache } from './document-cache.ts'

describe('cacheLifetimeMs', () => {
  it.each([
    [undefined, 0, 60_000],
    ['', 0, 60_000],
    ['public', 0, 60_000],
    ['max-age=0', 0, 0],
    ['public, max-age=120', 0, 120_000],
    ['Max-Age="120"', 0, 120_000],
    ['max-age=120', 100, 20_000],
    ['max-age=120', 500, 0],
    ['max-age=300', 0, 300_000],
    ['max-age=31536000, immutable', 0, 300_000],
    ['no-store', 0, 0],
    ['max-age=120, no-cache', 0, 0],
    ['max-age=-5', 0, 60_000],
    ['max-age=soon', 0, 60_000],
  ])('caches a document with Cache-Control %j and age %i for %i ms', (header, age, expected) =>
    expect(cacheLifetimeMs(header, age)).toBe(expected),
  )
})

describe('documentCache', () => {
  const counting = (lifetimeMs: number) => {
    const clock = { now: 0 }
    const loads: string[] = []
    const cache = documentCache<number>(
      () => clock.now,
      async (url) => ({ value: loads.push(url), lifetimeMs }),
    )
    return { clock, loads, read: (url: string) => cache(url, 'ada') }
  }

  it('returns a cached client metadata document until it expires, and then fetches it again', async () => {
    const { clock, read } = counting(1000)
    expect(await read('a')).toBe(1)
    clock.now = 999
    expect(await read('a')).toBe(1)
    clock.now = 1000
    expect(await read('a')).toBe(2)
  })

  it('shares one fetch of a client metadata document between concurrent callers, even if it must not be cached', async () => {
    const { loads, read } = counting(0)
    expect(await Promise.all(['a', 'a', 'a', 'b'].map(read))).toEqual([1, 1, 1, 2])
    expect(await read('a')).toBe(3)
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('removes the oldest client metadata documents from a full cache', async () => {
    const { loads, read } = counting(1000)
    for (let n = 0; n <= 500; n++) await read(`${n}`)
    await read('500')
    expect(loads).toHaveLength(501)
    await read('0')
    expect(loads).toHaveLength(502)
  })

  /** A cache whose fetches end when they are let through; that of `0` fails. */
  function gated() {
    const gates: (() => void)[] = []
    const read = documentCache<string>(
      () => 0,
      (url) =>
        new Promise((resolve, reject) => {
          gates.push(() => (url === '0' ? reject(new Error('broken')) : resolve({ value: url, lifetimeMs: 0 })))
        }),
    )
    return { gates, read }
  }

  it('fetches at most twenty client metadata documents at once, and tries again after a failed fetch', async () => {
    const { gates, read } = gated()
    const running = Array.from({ length: 20 }, (_, n) => read(`${n}`, `account ${n % 5}`))
    expect(await read('one more', 'another account')).toBeUndefined()
    for (const open of gates) open()
    const settled = await Promise.allSettled(running)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const again = read('0', 'account 0')
    expect(gates).toHaveLength(21)
    gates[20]?.()
    await expect(again).rejects.toThrow('broken')
  })

  it('fetches at most four client metadata documents at once for one account, and those of other accounts beside them', async () => {
    const { gates, read } = gated()
    const slow = Array.from({ length: 40 }, (_, n) => read(`slow ${n}`, 'mallory'))
    expect(await Promise.all(slow.slice(4))).toEqual(Array.from({ length: 36 }, () => undefined))
    const other = read('quick', 'ada')
    expect(gates).toHaveLength(5)
    // What is being fetched already is shared with everybody.
    const shared = read('slow 0', 'ada')
    for (const open of gates) open()
    expect(await Promise.all([other, shared, ...slow.slice(0, 4)])).toEqual([
      'quick',
      ...['slow 0', 'slow 0', 'slow 1', 'slow 2', 'slow 3'],
    ])
    const later = read('slow 4', 'mallory')
    gates[5]?.()
    expect(await later).toBe('slow 4')
  })
})
