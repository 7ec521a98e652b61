import { type Clock, ServiceUnavailable, type TrackingProfile, type TrackingProfiles } from '@footfall/core-domain'
import { compileGlobs, type GlobMatcher } from '../enrich/glob.ts'
import { compileShields, type ShieldCheck } from './shields.ts'

/** A profile with its patterns ready to use. */
export interface TrackedProfile extends Omit<TrackingProfile, 'shields'> {
  readonly shieldedBy: ShieldCheck
  readonly isCrawlerExcluded: GlobMatcher
  readonly ownHostnames: readonly string[]
}

/** How long a known profile serves while the store does not answer: events should not fail for it. */
const STALE_MS = 600_000
/** Unknown ids are remembered too, and they come from outside. */
const ENTRIES_MAX = 10_000

interface Entry {
  readonly source: TrackingProfile | undefined
  readonly tracked: TrackedProfile | undefined
  readonly at: number
}

export interface ProfileCache {
  find(product: string): Promise<TrackedProfile | undefined>
}

/**
 * Keeps what was made ready of a profile for as long as the very same profile comes back. How fresh that is, is the
 * source's to say: a second cache here would let shields begin a second late.
 */
export function cacheProfiles(profiles: TrackingProfiles, clock: Clock): ProfileCache {
  const entries = new Map<string, Entry>()

  async function load(product: string, known: Entry | undefined): Promise<Entry> {
    const at = clock.now()
    try {
      const source = await profiles.find(product)
      const tracked = source && source === known?.source ? known.tracked : source && prepare(source)
      return remember(product, { source, tracked, at })
    } catch (error) {
      if (error instanceof ServiceUnavailable && known && at - known.at < STALE_MS) return known
      throw error
    }
  }

  function remember(product: string, entry: Entry): Entry {
    entries.delete(product)
    entries.set(product, entry)
    if (entries.size > ENTRIES_MAX) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
    return entry
  }

  return {
    async find(product) {
      return (await load(product, entries.get(product))).tracked
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
