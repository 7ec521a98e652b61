import { AskerGone, type Clock, type ProductId } from '@footfall/core-domain'

/**
 * How often a product's data changed. Whoever writes rows bumps it once they are in the engine; a cached result is
 * good for exactly as long as the number it was read under.
 */
export interface DataVersions {
  versionOf(product: ProductId): number
  bump(product: ProductId): void
}

export function memoryVersions(): DataVersions {
  const versions = new Map<ProductId, number>()
  return {
    versionOf: (product) => versions.get(product) ?? 0,
    bump(product) {
      versions.set(product, (versions.get(product) ?? 0) + 1)
    },
  }
}

export interface ResultCache {
  /**
   * The rows of `key` as read under the product's current version; concurrent callers share one reading. A caller whose
   * signal is aborted gets `AskerGone`. The signal given to `load` is aborted when all of its callers are gone.
   */
  read<Row>(
    product: ProductId,
    key: string,
    load: (signal: AbortSignal) => Promise<readonly Row[]>,
    signal?: AbortSignal,
  ): Promise<readonly Row[]>
  readonly size: number
}

export interface ResultCacheOptions {
  readonly versions: DataVersions
  readonly clock: Clock
  /** Set when other processes write too, whose bumps this one does not see: a result then lives this long at most. */
  readonly maxAgeMs?: number | undefined
  readonly entriesMax?: number
  readonly bytesMax?: number
}

interface Entry {
  readonly rows: Promise<readonly unknown[]>
  /** Aborted to stop the reading. */
  readonly reading: AbortController
  /** How many callers wait for it. */
  waiting: number
  bytes: number
}

/** Least recently used out first, by entries and by bytes. A failed reading is forgotten at once. */
export function resultCache(options: ResultCacheOptions): ResultCache {
  const { versions, clock, maxAgeMs, entriesMax = 2000, bytesMax = 64 * 1024 * 1024 } = options
  const entries = new Map<string, Entry>()
  let bytes = 0

  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  const trim = () => {
    for (const key of entries.keys()) {
      if (entries.size <= entriesMax && bytes <= bytesMax) return
      remove(key)
    }
  }
  const era = (product: ProductId) =>
    `${product}\n${versions.versionOf(product)}\n${maxAgeMs === undefined ? '' : Math.floor(clock.now() / maxAgeMs)}`

  /** Begins a reading. What it answers is kept, unless it fails or the product's data changed on the way. */
  const begin = (key: string, load: (signal: AbortSignal) => Promise<readonly unknown[]>): Entry => {
    const reading = new AbortController()
    const entry: Entry = { rows: load(reading.signal), reading, waiting: 0, bytes: key.length }
    entries.set(key, entry)
    bytes += entry.bytes
    entry.rows.then(
      (rows) => {
        if (entries.get(key) !== entry) return
        const size = JSON.stringify(rows).length
        entry.bytes += size
        bytes += size
        trim()
      },
      () => {
        if (entries.get(key) === entry) remove(key)
      },
    )
    return entry
  }

  /** One caller's wait. The last one to go stops the reading, and whoever asks from then on begins another. */
  const wait = async (key: string, entry: Entry, signal: AbortSignal | undefined): Promise<readonly unknown[]> => {
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const leave = () => {
      reject(new AskerGone(signal?.reason))
      if (--entry.waiting > 0) return
      if (entries.get(key) === entry) remove(key)
      entry.reading.abort()
    }
    entry.waiting++
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await (signal === undefined ? entry.rows : Promise.race([entry.rows, gone]))
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    async read<Row>(
      product: ProductId,
      query: string,
      load: (signal: AbortSignal) => Promise<readonly Row[]>,
      signal?: AbortSignal,
    ) {
      if (signal?.aborted) throw new AskerGone(signal.reason)
      const key = `${era(product)}\n${query}`
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
      }
      return (await wait(key, known ?? begin(key, load), signal)) as readonly Row[]
    },
    get size() {
      return entries.size
    },
  }
}
