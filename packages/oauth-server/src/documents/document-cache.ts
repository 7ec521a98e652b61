import type { EpochMs } from '../records.ts'

/** The result of a fetch, and how long it may be cached. */
export interface Cacheable<T> {
  readonly value: T
  readonly lifetimeMs: number
}

const ENTRIES_MAX = 500
/** Strangers choose what is fetched, and must not use up all sockets. */
const CONCURRENT_FETCHES_MAX = 20
/** Of these for one caller, so that a few slow documents of one person do not keep others from connecting. */
const FETCHES_PER_CALLER_MAX = 4

/**
 * Caches results for their lifetime and removes the oldest beyond `ENTRIES_MAX`. Concurrent callers share one fetch, which counts
 * for the first of them. Undefined if too many fetches are running, in all or for this caller.
 */
export function documentCache<T>(now: () => EpochMs, load: (url: string) => Promise<Cacheable<T>>) {
  const entries = new Map<string, { value: T; expiresAt: EpochMs }>()
  const running = new Map<string, { readonly caller: string; readonly fetched: Promise<T> }>()

  async function fetchAndCache(url: string): Promise<T> {
    const { value, lifetimeMs } = await load(url)
    entries.delete(url)
    if (lifetimeMs > 0) entries.set(url, { value, expiresAt: now() + lifetimeMs })
    const [oldest] = entries.keys()
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
    return value
  }

  function mayFetch(caller: string): boolean {
    const ofCaller = [...running.values()].filter((one) => one.caller === caller).length
    return running.size < CONCURRENT_FETCHES_MAX && ofCaller < FETCHES_PER_CALLER_MAX
  }

  return async (url: string, caller: string): Promise<T | undefined> => {
    const cached = entries.get(url)
    if (cached && now() < cached.expiresAt) return cached.value
    const shared = running.get(url)
    if (shared !== undefined) return shared.fetched
    if (!mayFetch(caller)) return undefined
    const fetched = fetchAndCache(url).finally(() => running.delete(url))
    running.set(url, { caller, fetched })
    return fetched
  }
}

const LIFETIME_MAX_MS = 5 * 60_000
const LIFETIME_DEFAULT_MS = 60_000
export const FAILURE_LIFETIME_MS = 30_000

/** How long `Cache-Control` allows to cache a document (RFC 9111 §5.2.2), at most five minutes; by default one. */
export function cacheLifetimeMs(cacheControl: string | undefined, ageSeconds: number): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.some((directive) => /^no-(store|cache)\b/.test(directive))) return 0
  const maxAge = directives.map((directive) => /^max-age="?(\d+)"?$/.exec(directive)?.[1]).find(Boolean)
  if (maxAge === undefined) return LIFETIME_DEFAULT_MS
  return Math.min(Math.max(0, (Number(maxAge) - ageSeconds) * 1000), LIFETIME_MAX_MS)
}
