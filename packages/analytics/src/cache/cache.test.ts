import { CallerGone, ProductId } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { memoryVersions, type ResultCacheOptions, resultCache } from './cache.ts'

const product = ProductId.parse('prd_a')
const other = ProductId.parse('prd_b')

function setup(options: Partial<ResultCacheOptions> = {}) {
  const versions = memoryVersions()
  const clock = settableClock()
  const cache = resultCache({ versions, clock, ...options })
  let loads = 0
  const read = (key: string, of = product) =>
    cache.read(of, key, async () => {
      loads++
      return [{ loads }]
    })
  return { versions, clock, cache, read, loads: () => loads }
}

describe('the result cache', () => {
  it('reads a query once until the product’s data changes', async () => {
    const { versions, read } = setup()
    expect(await read('q')).toEqual([{ loads: 1 }])
    expect(await read('q')).toEqual([{ loads: 1 }])
    versions.bump(other)
    expect(await read('q')).toEqual([{ loads: 1 }])
    versions.bump(product)
    expect(await read('q')).toEqual([{ loads: 2 }])
  })

  it('keeps what it read of past days while rows of the running day come, and no longer', async () => {
    const { versions, cache } = setup()
    let loads = 0
    const past = () => cache.read(product, 'q', async () => [++loads], { isOfPast: true })
    expect(await past()).toEqual([1])
    versions.bump(product, 'the running day')
    expect(await past()).toEqual([1])
    versions.bump(product, 'any day')
    expect(await past()).toEqual([2])
    versions.bump(product)
    expect(await past()).toEqual([3])
  })

  it('shares a passing reading among concurrent callers, and does not cache it', async () => {
    const { cache } = setup()
    let loads = 0
    const pass = () => cache.read(product, 'q', async () => [++loads], { isPassing: true })
    expect(await Promise.all([pass(), pass()])).toEqual([[1], [1]])
    expect(cache.size).toBe(0)
    expect(await pass()).toEqual([2])
  })

  it('never shares a result between products', async () => {
    const { read } = setup()
    await read('q')
    expect(await read('q', other)).toEqual([{ loads: 2 }])
  })

  it('lets concurrent callers of one query share one reading', async () => {
    const { read, loads } = setup()
    await Promise.all(Array.from({ length: 10 }, () => read('q')))
    expect(loads()).toBe(1)
  })

  it('does not return a result from before a change to callers who ask after it', async () => {
    const { versions, cache } = setup()
    let release = (_: readonly string[]) => {}
    const slow = cache.read(product, 'q', () => new Promise<readonly string[]>((resolve) => (release = resolve)))
    versions.bump(product)
    const fresh = cache.read(product, 'q', async () => ['after'])
    release(['before'])
    expect(await slow).toEqual(['before'])
    expect(await fresh).toEqual(['after'])
    expect(await cache.read(product, 'q', async () => ['never'])).toEqual(['after'])
  })

  it('stops a reading when all of its callers have left, and not before', async () => {
    const { cache } = setup()
    const [first, second] = [new AbortController(), new AbortController()]
    let reading: AbortSignal | undefined
    const load = (signal: AbortSignal) => {
      reading = signal
      return new Promise<readonly string[]>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    }
    const asked = [first, second].map(({ signal }) => cache.read(product, 'q', load, { signal }))
    first.abort()
    await expect(asked[0]).rejects.toThrow(CallerGone)
    expect(reading?.aborted).toBe(false)
    second.abort()
    await expect(asked[1]).rejects.toThrow(CallerGone)
    expect(reading?.aborted).toBe(true)
    expect(await cache.read(product, 'q', async () => ['anew'])).toEqual(['anew'])
  })

  it('continues a reading while a caller without a signal waits for it', async () => {
    const { cache } = setup()
    const leaving = new AbortController()
    const { promise, resolve } = Promise.withResolvers<readonly string[]>()
    let reading: AbortSignal | undefined
    const gone = cache.read(
      product,
      'q',
      (signal) => {
        reading = signal
        return promise
      },
      { signal: leaving.signal },
    )
    const staying = cache.read(product, 'q', async () => ['never'])
    leaving.abort()
    await expect(gone).rejects.toThrow(CallerGone)
    expect(reading?.aborted).toBe(false)
    resolve(['rows'])
    expect(await staying).toEqual(['rows'])
    await expect(cache.read(product, 'q', async () => ['never'], { signal: leaving.signal })).rejects.toThrow(
      CallerGone,
    )
  })

  it('does not keep a failed reading', async () => {
    const { cache } = setup()
    const failing = cache.read(product, 'q', () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await cache.read(product, 'q', async () => ['back'])).toEqual(['back'])
  })

  it('drops a result after its maximum age when other processes write too', async () => {
    const { clock, read } = setup({ maxAgeMs: 1000 })
    await read('q')
    clock.advance(1000)
    expect(await read('q')).toEqual([{ loads: 2 }])
  })

  it('drops the least recently used entries beyond its limits', async () => {
    const { cache, read } = setup({ entriesMax: 2 })
    await read('a')
    await read('b')
    await read('a')
    await read('c')
    expect(cache.size).toBe(2)
    expect(await read('a')).toEqual([{ loads: 1 }])
    expect(await read('b')).toEqual([{ loads: 4 }])
    const small = setup({ bytesMax: 150 })
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await small.read(key)
    expect(small.cache.size).toBeLessThan(8)
    expect(small.cache.size).toBeGreaterThan(0)
    const loads = small.loads()
    await small.read('x'.repeat(200))
    await small.read('x'.repeat(200))
    expect(small.loads()).toBe(loads + 2)
  })
})
