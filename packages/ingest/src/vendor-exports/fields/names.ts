import { countryCodeOf } from '@footfall/core-domain'
import { cacheByText } from '../../enrich/text-cache.ts'

const NAMES_BYTES_MAX = 256 * 1024

/**
 * Names of other products in the words of ours, so that imported and collected numbers are in one row. A name that is
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
  'samsung browser lite': 'Samsung Internet for Android',
  'chrome webview': 'Chrome',
  'chrome mobile ios': 'Chrome',
  'firefox mobile ios': 'Firefox',
  'firefox focus': 'Focus',
  opera: 'Opera',
  'opera mobile': 'Opera',
  'opera devices': 'Opera',
  'opera crypto': 'Opera',
  'opera-mini': 'Opera Mini',
  yandexbrowser: 'Yandex Browser',
  'yandex browser lite': 'Yandex Browser',
  'huawei browser mobile': 'Huawei Browser',
  'honor browser': 'Honor Browser',
  'meizu browser': 'MZ Browser',
  miui: 'Mi Browser',
  'miui browser': 'Mi Browser',
  'vivo browser': 'Vivo Browser',
  heytapbrowser: 'HeyTap Browser',
  'baidu box app': 'Baidu',
  'baidu box app lite': 'Baidu',
  'mobile silk': 'Amazon Silk',
  silk: 'Amazon Silk',
  'duckduckgo privacy browser': 'DuckDuckGo',
  'google search app': 'Google Search',
  'facebook messenger': 'Messenger',
  twitter: 'X',
  naver: 'NAVER',
  nate: 'Nate',
  'roku browser': 'Roku',
  'pico browser': 'Pico Browser',
  'puffin cloud browser': 'Puffin',
  'sogou explorer': 'Sogou Browser',
  '360 speed browser': '360 Browser',
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
  ipados: 'iOS',
  webos: 'WebOS',
  'roku os': 'Roku',
  vizios: 'Vizio OS',
  'meta horizon': 'Horizon OS',
  'pico os': 'Pico OS',
  openharmony: 'HarmonyOS',
  'harmonyos next': 'HarmonyOS',
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
  'portable media player': 'mobile',
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

/** Undefined for a kind of device that Footfall does not have. */
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

/** The ISO 3166-1 code of a country by its code or its English name; undefined for anything else that is not empty. */
export const countryCode = cacheByText(NAMES_BYTES_MAX, (country) => {
  const name = known(country)
  return name === '' ? '' : countryCodeOf(name)
})

/** ISO 3166-2, such as `DE-BE`, from a code with or without its country; a name stays as it is. */
export function regionOf(country: string, region: string): string {
  const name = known(region)
  if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(name)) return name
  return country !== '' && /^[A-Z0-9]{1,3}$/.test(name) ? `${country}-${name}` : name
}
