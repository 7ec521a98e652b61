import { type Clock, ServiceUnavailable, type TrackingProfile, type TrackingProfiles } from '@footfall/core-domain'
import { compileGlobs, type GlobMatcher } from '../enrich/glob.ts'
import { compileShields, type ShieldCheck } from './shields.ts'

/** A profile with its patterns ready to use. */
export interface TrackedProfile extends Omit<TrackingProfile, 'shields'> {
  readonly shieldedBy: ShieldCheck
  readonly isCrawlerExcluded: GlobMatcher
  readonly ownHostnames: readonly string[]
}

const FRESH_MS = 1000
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

export function cacheProfiles(profiles: TrackingProfiles, clock: Clock): ProfileCache {
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<Entry>>()

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
      const known = entries.get(product)
      const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY
      if (known && age >= 0 && age < FRESH_MS) return known.tracked
      const running = loading.get(product)
      if (running) return (await running).tracked
      const started = load(product, known).finally(() => loading.delete(product))
      loading.set(product, started)
      return (await started).tracked
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
