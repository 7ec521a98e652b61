import { countryName, type Shields, type Sighting, type SoughtEvents } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { type Check, checkAll } from '../../warnings/checks.ts'
import { coveredEntries, coveredWarnings, notCompared } from '../../warnings/covered.ts'
import { counted, UNMEASURED } from '../../warnings/impact.ts'
import { canMatchPaths, leadingSlashWarnings } from '../../warnings/leading-slash.ts'
import { networkCoverage } from '../../warnings/networks.ts'
import { neverSeenCheck } from '../../warnings/never-seen.ts'
import { patternCovers, referrerCovers } from '../../warnings/patterns.ts'

/** Warns of what new shields stop counting according to stored data, which contains no addresses. */
export async function shieldWarnings(call: ProductWriteCall, current: Shields, next: Shields): Promise<string[]> {
  const patternsOf = ({ paths, referrers }: Shields) => ({
    paths: paths.map(({ pattern }) => pattern),
    referrers: referrers.map(({ pattern }) => pattern),
  })
  const [before, after] = [patternsOf(current), patternsOf(next)]
  const paths = addedTo(after.paths, before.paths, patternCovers)
  const referrers = addedTo(after.referrers, before.referrers, referrerCovers)
  const addresses = addedTo(
    next.addresses.map(({ cidr }) => cidr),
    current.addresses.map(({ cidr }) => cidr),
    networkCoverage(),
  )
  const hostnames = addedTo(next.hostnames.patterns, current.hostnames.patterns, (wide, narrow) =>
    patternCovers(wide.toLowerCase(), narrow.toLowerCase()),
  )
  const lists = [addresses, paths, referrers, hostnames]
  const countries = new Set(current.countries.map(({ code }) => code))
  return [
    ...(await checkAll(call, [
      ...next.countries
        .filter(({ code }) => !countries.has(code))
        .map(({ code }) => stops(`visitors from ${countryName(code)} (${code})`, { kind: 'country', code })),
      ...paths.effective
        .filter(canMatchPaths)
        .map((pattern) => stops(`pages at ${pattern}`, { kind: 'page', pattern })),
      ...referrers.effective.map((pattern) => stops(`visits from ${pattern}`, { kind: 'referrer', pattern })),
      ...hostnameChecks(current, next),
      ...hostnames.effective.map((pattern) => neverSeenCheck({ kind: 'hostname', patterns: [pattern] })),
    ])),
    ...leadingSlashWarnings(paths.effective),
    ...coveredWarnings(
      lists.flatMap(({ covered }) => covered),
      lists.reduce((sum, { others }) => sum + others, 0),
    ),
    ...addressWarnings(addresses.effective),
    ...listWarnings(current, next),
  ]
}

/** The entries that are added to a list: those that another entry covers, those that have an effect, and how many were not compared. */
function addedTo(
  after: readonly string[],
  before: readonly string[],
  covers: (wide: string, narrow: string) => boolean,
) {
  const times = (entries: readonly string[], wanted: string) => entries.filter((entry) => entry === wanted).length
  const added = after.filter((entry) => times(after, entry) > times(before, entry))
  const covered = coveredEntries(after, added, covers)
  return {
    covered,
    others: notCompared(added),
    effective: added.filter((entry) => !covered.some((one) => one.entry === entry)),
  }
}

function stops(what: string, sought: SoughtEvents): Check {
  return {
    sought,
    warn(known) {
      if (known === 'unavailable') return `Stops counting ${what}; ${UNMEASURED}.`
      return known === 'no_events' ? undefined : stopped(what, known)
    },
  }
}

function stopped(what: string, { visitors }: Pick<Sighting, 'visitors'>): string {
  if (visitors === 0) return `Shielding ${what} would have excluded nobody in the last 7 days.`
  const stopped = visitors === null ? 'too few visitors to show' : counted(visitors, 'visitor')
  return `Stops counting ${what}: ${stopped} in the last 7 days.`
}

function addressWarnings(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return []
  return [`Stops counting ${addresses.join(', ')}; addresses are not stored, so the effect cannot be measured.`]
}

function listWarnings(current: Shields, next: Shields): readonly string[] {
  const spam = next.referrer_spam
    ? 'Stops counting visits from known referrer spam.'
    : 'Counts visits from known referrer spam from the next second on.'
  const programs = next.data_centres
    ? 'Stops counting programs in data centers; user agents are not stored, so the effect cannot be measured.'
    : 'Counts programs in data centers among people from the next second on.'
  return [
    ...(next.referrer_spam === current.referrer_spam ? [] : [spam]),
    ...(next.data_centres === current.data_centres ? [] : [programs]),
  ]
}

function hostnameChecks(current: Shields, next: Shields): Check[] {
  const { mode, patterns } = next.hostnames
  if (patterns.length === 0 || JSON.stringify(next.hostnames) === JSON.stringify(current.hostnames)) return []
  return [
    {
      sought: { kind: mode === 'block' ? 'hostname' : 'other_hostname', patterns },
      warn(known) {
        if (known === 'unavailable') return `Changes which hostnames are counted; ${UNMEASURED}.`
        if (known === 'no_events') return undefined
        if (known.visitors === 0) return 'Shielding these hostnames would have excluded nobody in the last 7 days.'
        const stopped = known.visitors === null ? 'too few visitors to show' : counted(known.visitors, 'visitor')
        return `Stops counting hostnames that ${stopped} came to in the last 7 days.`
      },
    },
  ]
}
