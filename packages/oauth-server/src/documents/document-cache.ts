import type { EpochMs } from '../records.ts'

/** What a fetch found, and for how long that holds. */
export interface Cacheable<T> {
  readonly value: T
  readonly lifetimeMs: number
}

const ENTRIES_MAX = 500
/** Fetches under way at once: strangers choose what is fetched, and must not take every socket. */
const FETCHES_MAX = 20

/**
 * Keeps answers as long as they say, lets everyone who asks meanwhile share one fetch, and stays small: the entry that was
 * fetched longest ago goes first. Undefined when too many fetches are under way.
 */
export function documentCache<T>(now: () => EpochMs, load: (url: string) => Promise<Cacheable<T>>) {
  const entries = new Map<string, { value: T; until: EpochMs }>()
  const underWay = new Map<string, Promise<T>>()

  async function fetchAndKeep(url: string): Promise<T> {
    const { value, lifetimeMs } = await load(url)
    entries.delete(url)
    if (lifetimeMs > 0) entries.set(url, { value, until: now() + lifetimeMs })
    const [oldest] = entries.keys()
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
    return value
  }

  return async (url: string): Promise<T | undefined> => {
    const kept = entries.get(url)
    if (kept && now() < kept.until) return kept.value
    const running = underWay.get(url)
    if (running !== undefined) return running
    if (underWay.size >= FETCHES_MAX) return undefined
    const started = fetchAndKeep(url).finally(() => underWay.delete(url))
    underWay.set(url, started)
    return started
  }
}

const LIFETIME_MAX_MS = 5 * 60_000
const LIFETIME_UNTOLD_MS = 60_000
export const FAILURE_LIFETIME_MS = 30_000

/** For how long Cache-Control lets a document be kept (RFC 9111 §5.2.2), five minutes at most; a minute if it says nothing. */
export function cacheLifetimeMs(cacheControl: string | undefined, ageSeconds: number): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.some((directive) => /^no-(store|cache)\b/.test(directive))) return 0
  const maxAge = directives.map((directive) => /^max-age="?(\d+)"?$/.exec(directive)?.[1]).find(Boolean)
  if (maxAge === undefined) return LIFETIME_UNTOLD_MS
  return Math.min(Math.max(0, (Number(maxAge) - ageSeconds) * 1000), LIFETIME_MAX_MS)
}
