import type { ClientHints } from '@footfall/core-domain'

/** The words of a user agent that stand for each platform that hints name. */
const PLATFORMS: readonly (readonly [platform: string, words: RegExp])[] = [
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Android', /Android/],
  ['Chrome OS', /CrOS/],
  ['Chromium OS', /CrOS/],
  ['Linux', /Linux|X11/],
  ['iOS', /iPhone|iPad|iPod|CPU OS/],
]
/** Brands of browsers that are built on Chromium; their versions are not all those of its engine. */
const ENGINE_BRAND = /^(?:Chromium|Google Chrome|HeadlessChrome)(?: |$)/

/**
 * Whether client hints and a user agent cannot be of the same browser: another engine, another version of it, another system,
 * or a phone that is none. What either leaves out contradicts nothing.
 */
export function contradicts(userAgent: string, hints: ClientHints): boolean {
  return (
    contradictsEngine(userAgent, hints.brands) ||
    contradictsPlatform(userAgent, hints.platform) ||
    contradictsMobile(userAgent, hints.mobile)
  )
}

function contradictsEngine(userAgent: string, brands: ClientHints['brands']): boolean {
  const versions = brands.filter((brand) => ENGINE_BRAND.test(brand)).flatMap((brand) => /\d+$/.exec(brand)?.[0] ?? [])
  if (versions.length === 0) return false
  // Only Chromium sends hints; iOS has its own engine under every name.
  const [, claimed] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? []
  if (claimed === undefined) return true
  return !versions.includes(claimed)
}

function contradictsPlatform(userAgent: string, platform: string | undefined): boolean {
  if (platform === undefined) return false
  const known = PLATFORMS.find(([name]) => name === platform)
  if (known === undefined) return false
  const claimed = PLATFORMS.some(([, words]) => words.test(userAgent))
  // A user agent of Android says Linux too.
  if (platform === 'Linux' && /Android|CrOS/.test(userAgent)) return true
  return claimed && !known[1].test(userAgent)
}

function contradictsMobile(userAgent: string, mobile: boolean | undefined): boolean {
  // In hints, a tablet is not mobile, whatever its user agent says, and neither is a phone that requests the desktop site.
  return mobile === true && !/Mobile|Android/.test(userAgent)
}

/** Whether the hints name a browser without a screen. */
export function areHeadlessHints({ brands }: ClientHints): boolean {
  return brands.some((brand) => /^HeadlessChrome\b/.test(brand))
}
