import type { Clock, ProductId } from '@footfall/core-domain'

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
  /** The rows of `key` as read under the product's current version; concurrent callers share one reading. */
  read<Row>(product: ProductId, key: string, load: () => Promise<readonly Row[]>): Promise<readonly Row[]>
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

  return {
    async read<Row>(product: ProductId, query: string, load: () => Promise<readonly Row[]>) {
      const key = `${era(product)}\n${query}`
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
        return (await known.rows) as readonly Row[]
      }
      const rows = load()
      const entry: Entry = { rows, bytes: key.length }
      entries.set(key, entry)
      bytes += entry.bytes
      try {
        const result = await rows
        if (entries.get(key) === entry) {
          const size = JSON.stringify(result).length
          entry.bytes += size
          bytes += size
          trim()
        }
        return result
      } catch (error) {
        if (entries.get(key) === entry) remove(key)
        throw error
      }
    },
    get size() {
      return entries.size
    },
  }
}
