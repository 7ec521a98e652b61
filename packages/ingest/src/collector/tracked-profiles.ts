import {
  type Clock,
  HOUR_MS,
  outageGuard,
  ServiceUnavailable,
  type TrackingProfile,
  type TrackingProfiles,
} from '@footfall/core-domain'
import { compileGlobs, type GlobMatcher } from '../enrich/glob.ts'
import { compileShields, type ShieldCheck } from './shields.ts'

/** A profile with its patterns ready to use. */
export interface TrackedProfile extends Omit<TrackingProfile, 'shields'> {
  readonly shieldedBy: ShieldCheck
  readonly isCrawlerExcluded: GlobMatcher
  readonly ownHostnames: readonly string[]
}

/** How old a profile may be while the control database does not answer. */
const AGE_MAX_MS = HOUR_MS
/** Less than another replica waits for the answer to an event that it forwarded. */
const READ_TIMEOUT_MS = 2_000
const PROFILES_MAX = 10_000
/** Of settings as JSON, in all: a product may have a quarter of a megabyte of them. */
const CHARACTERS_MAX = 64 * 1024 * 1024

interface Entry {
  readonly source: TrackingProfile
  readonly tracked: TrackedProfile
  readonly characters: number
  /** When it was read from the store, in epoch milliseconds. */
  readonly readAt: number
}

export interface ProfileCache {
  /**
   * Undefined for a product that does not exist. While the control database is away, a profile that was read within the
   * last hour is used; for any other product it throws `ServiceUnavailable`, since nobody can tell whether it exists.
   */
  find(product: string): Promise<TrackedProfile | undefined>
}

export interface ProfileCacheOptions {
  readonly readTimeoutMs?: number
  readonly profilesMax?: number
  readonly charactersMax?: number
}

/**
 * Keeps what was made ready of a profile for as long as the very same profile comes back. How fresh that is, is the
 * source's to say: a second cache here would let shields begin a second late. Products that do not exist are not kept,
 * so that requests with made-up ids cannot displace known ones.
 */
export function cacheProfiles(
  profiles: TrackingProfiles,
  clock: Clock,
  options: ProfileCacheOptions = {},
): ProfileCache {
  const { readTimeoutMs = READ_TIMEOUT_MS, profilesMax = PROFILES_MAX, charactersMax = CHARACTERS_MAX } = options
  const guarded = outageGuard({ clock, timeoutMs: readTimeoutMs })
  const entries = new Map<string, Entry>()
  let characters = 0

  async function read(product: string): Promise<TrackedProfile | undefined> {
    const readAt = clock.now()
    const source = await profiles.find(product)
    if (!source) {
      forget(product)
      return undefined
    }
    const known = entries.get(product)
    const made =
      known?.source === source ? known : { source, tracked: prepare(source), characters: JSON.stringify(source).length }
    remember(product, { ...made, readAt })
    return made.tracked
  }

  function forget(product: string): void {
    characters -= entries.get(product)?.characters ?? 0
    entries.delete(product)
  }

  /** Puts it last, so that the first entry is always the one read longest ago. */
  function remember(product: string, entry: Entry): void {
    forget(product)
    entries.set(product, entry)
    characters += entry.characters
    for (const oldest of entries.keys()) {
      if (entries.size <= profilesMax && characters <= charactersMax) break
      forget(oldest)
    }
  }

  return {
    async find(product) {
      try {
        return await guarded(() => read(product))
      } catch (error) {
        const known = entries.get(product)
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
