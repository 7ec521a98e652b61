import {
  type Clock,
  HOUR_MS,
  outageGuard,
  ServiceUnavailable,
  type TrackingProfile,
  type TrackingProfiles,
} from '@footfall/core-domain'
import { LRUCache } from 'lru-cache'
import { compileGlobs, type GlobMatcher } from '../enrich/glob.ts'
import { READ_TIMEOUT_MS } from './read-timeout.ts'
import { compileShields, type ShieldCheck } from './shields.ts'

/** A profile with its patterns compiled. */
export interface TrackedProfile extends Omit<TrackingProfile, 'shields'> {
  readonly shieldedBy: ShieldCheck
  readonly isCrawlerExcluded: GlobMatcher
  readonly ownHostnames: readonly string[]
}

/** Maximum age of a profile while the control database is unavailable. */
const AGE_MAX_MS = HOUR_MS
const PROFILES_MAX = 10_000
/** Of settings as JSON, in all: one product may have a quarter of a megabyte. */
const CHARACTERS_MAX = 64 * 1024 * 1024

interface Entry {
  readonly source: TrackingProfile
  readonly tracked: TrackedProfile
  readonly characters: number
  /** When it was read from the store, in epoch milliseconds. */
  readAt: number
}

export interface ProfileCache {
  /**
   * Undefined for a product that does not exist. While the control database is unavailable, a profile that was read
   * within the last hour is used; for any other product it throws `ServiceUnavailable`, since nobody knows whether it exists.
   */
  find(product: string): Promise<TrackedProfile | undefined>
}

export interface ProfileCacheOptions {
  readonly readTimeoutMs?: number
  readonly profilesMax?: number
  readonly charactersMax?: number
}

/**
 * Compiles the patterns of a profile once for as long as the source returns the same object. Only the source decides how
 * fresh a profile is: a second expiry here would apply shields later than promised. Unknown products are not cached, so
 * requests with made-up ids cannot displace known ones.
 */
export function cacheProfiles(
  profiles: TrackingProfiles,
  clock: Clock,
  options: ProfileCacheOptions = {},
): ProfileCache {
  const { readTimeoutMs = READ_TIMEOUT_MS, profilesMax = PROFILES_MAX, charactersMax = CHARACTERS_MAX } = options
  const guarded = outageGuard({ clock, store: 'control_database', timeoutMs: readTimeoutMs })
  const entries = new LRUCache<string, Entry>({
    max: profilesMax,
    maxSize: charactersMax,
    sizeCalculation: ({ characters }) => characters,
  })

  async function read(product: string): Promise<TrackedProfile | undefined> {
    const readAt = clock.now()
    const source = await profiles.find(product)
    if (!source) {
      entries.delete(product)
      return undefined
    }
    const known = entries.get(product)
    if (known?.source === source) {
      known.readAt = readAt
      return known.tracked
    }
    const tracked = prepare(source)
    entries.set(product, { source, tracked, characters: JSON.stringify(source).length, readAt })
    return tracked
  }

  return {
    async find(product) {
      try {
        return await guarded(() => read(product))
      } catch (error) {
        // Only a successful read counts as use: the profiles read longest ago are dropped first.
        const known = entries.peek(product)
        if (!(error instanceof ServiceUnavailable) || !known || clock.now() - known.readAt >= AGE_MAX_MS) throw error
        return known.tracked
      }
    },
  }
}

function prepare({ shields, ...profile }: TrackingProfile): TrackedProfile {
  return {
    ...profile,
    shieldedBy: compileShields(shields),
    isCrawlerExcluded: compileGlobs(profile.crawlers.excluded_paths),
    ownHostnames: profile.domains.domains.map(({ hostname }) => hostname),
  }
}
