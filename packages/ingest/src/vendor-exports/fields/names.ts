import { languageTag } from '../../enrich/language.ts'
import { cacheByText } from '../../enrich/text-cache.ts'

const NAMES_BYTES_MAX = 256 * 1024

/**
 * Names of other products in the words of ours, so that imported and collected figures stand in one row. A name that is
 * not here stays as it is.
 */
const BROWSERS: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  'mobile chrome': 'Chrome',
  'chrome mobile': 'Chrome',
  crios: 'Chrome',
  'chrome ios': 'Chrome',
  firefox: 'Firefox',
  'firefox mobile': 'Firefox',
  'mobile firefox': 'Firefox',
  fxios: 'Firefox',
  safari: 'Safari',
  'mobile safari': 'Safari',
  ios: 'Safari',
  edge: 'Microsoft Edge',
  'edge-chromium': 'Microsoft Edge',
  'edge-ios': 'Microsoft Edge',
  'microsoft edge': 'Microsoft Edge',
  samsung: 'Samsung Internet for Android',
  'samsung browser': 'Samsung Internet for Android',
  'samsung internet': 'Samsung Internet for Android',
  opera: 'Opera',
  'opera-mini': 'Opera Mini',
  yandexbrowser: 'Yandex Browser',
  ie: 'Internet Explorer',
  'internet explorer': 'Internet Explorer',
  facebook: 'Facebook',
  instagram: 'Instagram',
}

/** A system, and the version that its name says. */
const SYSTEMS: Readonly<Record<string, string>> = {
  mac: 'macOS',
  'mac os': 'macOS',
  'mac os x': 'macOS',
  'os x': 'macOS',
  macos: 'macOS',
  macintosh: 'macOS',
  windows: 'Windows',
  ios: 'iOS',
  android: 'Android',
  'android os': 'Android',
  linux: 'Linux',
  'gnu/linux': 'Linux',
  'chrome os': 'Chrome OS',
  'chromium os': 'Chrome OS',
}

const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  laptop: 'desktop',
  ultrawide: 'desktop',
  mobile: 'mobile',
  smartphone: 'mobile',
  phone: 'mobile',
  phablet: 'mobile',
  'feature phone': 'mobile',
  tablet: 'tablet',
  tv: 'tv',
  'smart tv': 'tv',
  smarttv: 'tv',
  console: 'console',
}

/** What products write where they do not know. */
const UNKNOWN: ReadonlySet<string> = new Set(['(not set)', '(not provided)', 'unknown', '(none)'])

export function known(value: string): string {
  return UNKNOWN.has(value.toLowerCase()) ? '' : value
}

export function browserName(name: string): string {
  return BROWSERS[name.toLowerCase()] ?? known(name)
}

/** `Windows 10` is Windows with the version `Windows 10`. */
export function systemName(name: string): { readonly os: string; readonly osVersion: string } {
  const os = SYSTEMS[name.toLowerCase()]
  if (os !== undefined) return { os, osVersion: '' }
  return /^windows /i.test(name) ? { os: 'Windows', osVersion: name } : { os: known(name), osVersion: '' }
}

/** Undefined for a kind of device that we do not tell apart. */
export function deviceName(name: string): string | undefined {
  return known(name) === '' ? '' : DEVICES[name.toLowerCase()]
}

/** `Chrome 120` from a browser and a version such as `120.0.1`. */
export function versioned(name: string, version: string): string {
  const release = known(version)
  if (name === '' || release === '') return ''
  return release.startsWith(`${name} `) ? release : `${name} ${release}`
}

export function majorVersion(version: string): string {
  return /^\d+/.exec(version)?.[0] ?? version
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Names of other products that the platform does not have. */
const COUNTRIES_ALSO_CALLED: Readonly<Record<string, string>> = {
  turkey: 'TR',
  'czech republic': 'CZ',
  myanmar: 'MM',
  'hong kong': 'HK',
  macao: 'MO',
  'cote divoire': 'CI',
  'ivory coast': 'CI',
  'congo - kinshasa': 'CD',
  'congo - brazzaville': 'CG',
  'cabo verde': 'CV',
  swaziland: 'SZ',
  macedonia: 'MK',
  palestine: 'PS',
  'bosnia and herzegovina': 'BA',
  'trinidad and tobago': 'TT',
  'antigua and barbuda': 'AG',
  'saint kitts and nevis': 'KN',
  'st. kitts and nevis': 'KN',
  'st. lucia': 'LC',
  'st. vincent and grenadines': 'VC',
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  'south korea': 'KR',
  'russian federation': 'RU',
  'viet nam': 'VN',
}

const COUNTRY_CODES: ReadonlyMap<string, string> = new Map([
  ...LETTERS.flatMap((first) =>
    LETTERS.flatMap((second): [string, string][] => {
      const name = REGIONS.of(first + second)
      // A code of the past has the name of its successor.
      const isPresent = new Intl.Locale(`und-${first}${second}`).region === first + second
      return name === undefined || !isPresent ? [] : [[plain(name), first + second]]
    }),
  ).reverse(),
  ...Object.entries(COUNTRIES_ALSO_CALLED),
])

/** The ISO 3166-1 code of a country by its code or its English name; undefined for anything else that is not empty. */
export const countryCode = cacheByText(NAMES_BYTES_MAX, codeOf)

function codeOf(country: string): string | undefined {
  const name = known(country)
  if (name === '') return ''
  if (/^[A-Za-z]{2}$/.test(name)) return REGIONS.of(name.toUpperCase()) === undefined ? undefined : name.toUpperCase()
  return COUNTRY_CODES.get(plain(name))
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/ & /g, ' and ')
    .toLowerCase()
}

/** ISO 3166-2, such as `DE-BE`, from a code with or without its country; a name stays as it is. */
export function regionOf(country: string, region: string): string {
  const name = known(region)
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(name)) return name
  return country !== '' && /^[A-Z0-9]{1,3}$/.test(name) ? `${country}-${name}` : name
}

export function languageOf(tag: string): string {
  return languageTag(tag)
}
