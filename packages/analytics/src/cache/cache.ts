import { CallerGone, type ChangedDays, type Clock, type ProductId } from '@footfall/core-domain'
import { fairCache } from './fair-cache.ts'

/**
 * How often a product's data changed. A writer of rows increases it once they are in the engine; a cached result is valid
 * while the number it was read under is current.
 */
export interface DataVersions {
  versionOf(product: ProductId): number
  /** The same, counting only changes of past days. */
  pastVersionOf(product: ProductId): number
  /** `changed` are the UTC days to which the rows belong. */
  bump(product: ProductId, changed?: ChangedDays): void
}

export function memoryVersions(): DataVersions {
  const versions = new Map<ProductId, number>()
  const pastVersions = new Map<ProductId, number>()
  const increase = (of: Map<ProductId, number>, product: ProductId) => of.set(product, (of.get(product) ?? 0) + 1)
  return {
    versionOf: (product) => versions.get(product) ?? 0,
    pastVersionOf: (product) => pastVersions.get(product) ?? 0,
    bump(product, changed = 'any day') {
      increase(versions, product)
      if (changed === 'any day') increase(pastVersions, product)
    },
  }
}

export interface ResultCache {
  /**
   * The rows of `key` as read under the products’ current versions; concurrent callers share one reading. A caller whose
   * signal is aborted gets `CallerGone`. The signal given to `load` is aborted when all of its callers are gone. The result
   * counts towards the account; it is forgotten at once where `isPassing`.
   */
  read<Row>(
    products: ProductId | readonly ProductId[],
    key: string,
    load: (signal: AbortSignal) => Promise<readonly Row[]>,
    asked?: AskedRows,
  ): Promise<readonly Row[]>
  readonly size: number
}

export interface AskedRows {
  readonly account?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly isPassing?: boolean
  /** Set where rows of the running day do not change the result. */
  readonly isOfPast?: boolean
}

export interface ResultCacheOptions {
  readonly versions: DataVersions
  readonly clock: Clock
  /** Set when other processes write too, whose changes this one does not see: a result then lives this long at most. */
  readonly maxAgeMs?: number | undefined
  readonly entriesMax?: number
  readonly bytesMax?: number
}

interface Reading {
  readonly rows: Promise<readonly unknown[]>
  /** Aborted to stop it. */
  readonly abort: AbortController
  /** How many callers wait for it. */
  waiting: number
}

/** The service itself asks. */
const SERVICE = 'service'

/** Removes results by number and by bytes, of the account that has the most first. A failed reading is forgotten at once. */
export function resultCache(options: ResultCacheOptions): ResultCache {
  const { versions, clock, maxAgeMs, entriesMax = 2000, bytesMax = 64 * 1024 * 1024 } = options
  const results = fairCache<readonly unknown[]>({ entriesMax, bytesMax })
  const readings = new Map<string, Reading>()

  const validity = (products: ProductId | readonly ProductId[], isOfPast: boolean) => {
    const versionOf = (product: ProductId) =>
      isOfPast ? `past ${versions.pastVersionOf(product)}` : versions.versionOf(product)
    const read = [products].flat().map((product) => `${product}\n${versionOf(product)}`)
    return `${read.join('\n')}\n${maxAgeMs === undefined ? '' : Math.floor(clock.now() / maxAgeMs)}`
  }

  const begin = (
    key: string,
    { account = SERVICE, isPassing = false }: AskedRows,
    load: (signal: AbortSignal) => Promise<readonly unknown[]>,
  ): Reading => {
    const abort = new AbortController()
    const reading: Reading = { rows: load(abort.signal), abort, waiting: 0 }
    readings.set(key, reading)
    reading.rows.then(
      (rows) => {
        if (forget(key, reading) && !isPassing)
          results.set(account, key, rows, key.length + JSON.stringify(rows).length)
      },
      () => forget(key, reading),
    )
    return reading
  }

  /** Whether the reading was still the one of its key. */
  const forget = (key: string, reading: Reading) => readings.get(key) === reading && readings.delete(key)

  /** One caller's wait. When the last caller has gone the reading is stopped, and the next caller begins another. */
  const wait = async (key: string, reading: Reading, signal: AbortSignal | undefined): Promise<readonly unknown[]> => {
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const stopWaiting = () => {
      reject(new CallerGone(signal?.reason))
      if (--reading.waiting > 0) return
      forget(key, reading)
      reading.abort.abort()
    }
    reading.waiting++
    signal?.addEventListener('abort', stopWaiting, { once: true })
    try {
      return await (signal === undefined ? reading.rows : Promise.race([reading.rows, gone]))
    } finally {
      signal?.removeEventListener('abort', stopWaiting)
    }
  }

  return {
    async read<Row>(
      products: ProductId | readonly ProductId[],
      query: string,
      load: (signal: AbortSignal) => Promise<readonly Row[]>,
      asked: AskedRows = {},
    ) {
      const { signal } = asked
      if (signal?.aborted) throw new CallerGone(signal.reason)
      const key = `${validity(products, asked.isOfPast ?? false)}\n${query}`
      const rows = results.get(key) ?? (await wait(key, readings.get(key) ?? begin(key, asked, load), signal))
      return rows as readonly Row[]
    },
    get size() {
      return results.size
    },
  }
}
