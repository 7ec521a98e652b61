import type { DropReason, Shields } from '@footfall/core-domain'
import { type Address, compileAddressRanges } from '../enrich/address.ts'
import { isDataCentre } from '../enrich/data-centre.ts'
import { compileGlobs } from '../enrich/glob.ts'
import { isReferrerSpam } from '../enrich/referrer-spam.ts'

/** The facts of an event that shields check. */
export interface ShieldedFacts {
  /** Called only when an address is shielded. */
  address(): Address | undefined
  readonly hostname: string
  readonly path: string
  readonly referrer: string | undefined
  readonly userAgent: string
  /** Called only when a country is shielded. */
  country(): string
}
export type ShieldCheck = (facts: ShieldedFacts) => DropReason | undefined

/** Compiles the shields of a product; the check returns the first drop reason. */
export function compileShields(shields: Shields): ShieldCheck {
  const isInRange = compileAddressRanges(shields.addresses.map(({ cidr }) => cidr))
  const isShieldedAddress = (facts: ShieldedFacts) => {
    const address = shields.addresses.length === 0 ? undefined : facts.address()
    return address !== undefined && isInRange(address)
  }
  const countries = new Set(shields.countries.map(({ code }) => code))
  const isShieldedPath = compileGlobs(shields.paths.map(({ pattern }) => pattern))
  const isShieldedHostname = compileHostnames(shields.hostnames)
  const isShieldedReferrer = compileReferrers(shields.referrers.map(({ pattern }) => pattern))
  return (facts) => {
    if (isShieldedAddress(facts)) return 'shield_address'
    if (isShieldedHostname(facts.hostname)) return 'shield_hostname'
    if (isShieldedPath(facts.path)) return 'shield_path'
    if (isShieldedReferrer(facts.referrer)) return 'shield_referrer'
    if (shields.referrer_spam && isReferrerSpam(facts.referrer)) return 'referrer_spam'
    if (shields.data_centres && isDataCentre(facts.userAgent)) return 'data_centre'
    if (countries.size > 0 && countries.has(facts.country())) return 'shield_country'
    return undefined
  }
}

/** Without patterns there is no rule: an empty list of allowed hostnames does not block everything. */
function compileHostnames({ mode, patterns }: Shields['hostnames']): (hostname: string) => boolean {
  if (patterns.length === 0) return () => false
  const matches = compileGlobs(patterns, { ignoreCase: true })
  return mode === 'block' ? matches : (hostname) => !matches(hostname)
}

/** A pattern is a host, or a host with a path, with or without `www.`. */
function compileReferrers(patterns: readonly string[]): (referrer: string | undefined) => boolean {
  if (patterns.length === 0) return () => false
  const matches = compileGlobs(patterns, { ignoreCase: true })
  return (referrer) => {
    if (!referrer || !URL.canParse(referrer)) return false
    const { hostname, pathname } = new URL(referrer)
    return [hostname, hostname.replace(/^www\./, '')].some((host) => matches(host) || matches(host + pathname))
  }
}
