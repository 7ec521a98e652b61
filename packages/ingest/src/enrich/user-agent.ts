import type { ClientHints } from '@footfall/core-domain'
import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'
import { BROWSERS, type BrowserRule, DEVICE_RULES, type Device, OTHER, SYSTEMS } from './user-agent-table.ts'

/** Device, browser and system of a user agent by the names of the tables; empty text where there is no user agent. */
export interface DeviceTraits {
  /** One of `DEVICES`. */
  readonly device: string
  readonly browser: string
  /** With the major version, such as `Chrome 120`. */
  readonly browser_version: string
  readonly os: string
  /** With major and minor version, such as `iOS 17.5`; for Windows its marketing name, such as `Windows 10`. */
  readonly os_version: string
}

const NO_USER_AGENT: DeviceTraits = { device: '', browser: '', browser_version: '', os: '', os_version: '' }
/** About twelve thousand typical user agents. */
const CACHE_BYTES_MAX = 8 * 1024 ** 2

const describeCached = cacheByText(CACHE_BYTES_MAX, describe)

/** Client hints refine what a user agent of Chrome’s engine says; where they contradict it, it stands. */
export function describeUserAgent(userAgent: string, hints?: ClientHints): DeviceTraits {
  const traits = describeCached(userAgent.slice(0, USER_AGENT_LENGTH_MAX))
  return hints === undefined ? traits : withHints(traits, hints)
}

/** A version with the name that it is a version of: `120` of Chrome and `Chrome 120` are both `Chrome 120`. */
export function versionOf(name: string, version: string): string {
  if (version === '' || name === '' || version === name || version.startsWith(`${name} `)) return version
  return `${name} ${version}`
}

function describe(userAgent: string): DeviceTraits {
  if (userAgent.trim() === '') return NO_USER_AGENT
  const words = wordsOf(userAgent)
  const system = systemOf(words)
  const { browser, version } = browserOf(words)
  return {
    device: deviceOf(userAgent, words, system),
    browser,
    browser_version: browser === OTHER || version === '' ? '' : `${browser} ${version}`,
    os: system,
    os_version: versionOf(system, releaseOf(userAgent, system)),
  }
}

/** The words of a user agent in lower case, each with its version. */
type Words = ReadonlyMap<string, Word>
interface Word {
  /** The text after a slash, as `144.0` of `Firefox/144.0`; undefined without a slash. */
  readonly value: string | undefined
  /** The number behind a space, as 300 of `Instagram 300.0.0`; empty where there is none. */
  readonly next: string
}

/** No part of it can match in two ways, so a search takes as many steps as there are characters. */
const WORD = /[A-Za-z0-9_+!.-]+(?:\/[^\s;,()[\]]*)?/g

function wordsOf(userAgent: string): Words {
  const words = new Map<string, Word>()
  const add = (name: string, word: Word) => {
    const known = words.get(name)
    // The first of equal words counts, but one with a version before one without.
    if (known === undefined || (known.value === undefined && word.value !== undefined)) words.set(name, word)
  }
  let before = ''
  let start = ''
  for (const { 0: match, index } of userAgent.matchAll(WORD)) {
    const parts = match.toLowerCase().split('/', PARTS_MAX)
    const next = numberAfter(userAgent, index + match.length)
    for (const [i, part] of parts.entries()) {
      const value = parts[i + 1]
      add(part, { value, next })
      if (value) add(`${part}/${value}`, { value, next })
      const [, glued, version] = GLUED.exec(part) ?? []
      if (glued !== undefined) add(glued, { value: version, next })
    }
    const first = parts[0] ?? ''
    const word = { value: parts[1], next }
    add(`${before} ${first}`, word)
    add(`${start} ${before} ${first}`, word)
    start = before
    before = first
  }
  return words
}

/** Of `XiaoMi/MiuiBrowser/13.15.0` each part is a word with the next as its version. */
const PARTS_MAX = 4

/** Snapchat puts its name right behind the version before it: `Safari/537.36Snapchat12.90.0.46`. */
const GLUED = /^[\d.]+([a-z]+)([\d.]+)$/

function numberAfter(text: string, index: number): string {
  return text[index] === ' ' ? leadingNumber(text.slice(index + 1, index + 6)) : ''
}

/** A version has at most three digits, so that visitors cannot make up names without end. */
function leadingNumber(text: string): string {
  return /^\d{1,3}(?!\d)/.exec(text)?.[0] ?? ''
}

interface Ranked {
  readonly rank: number
  readonly rule: BrowserRule
  readonly needsSlash: boolean
}

const RULE_OF_WORD: ReadonlyMap<string, Ranked> = new Map(
  BROWSERS.flatMap((rule, rank): [string, Ranked][] => [
    ...(rule.products ?? []).map((name): [string, Ranked] => [name.toLowerCase(), { rank, rule, needsSlash: true }]),
    ...(rule.words ?? []).map((name): [string, Ranked] => [name.toLowerCase(), { rank, rule, needsSlash: false }]),
  ]),
)
const RULES_BY_START = BROWSERS.flatMap((rule, rank) =>
  (rule.starts ?? []).map((start) => ({ start: start.toLowerCase(), rank, rule })),
)

function browserOf(words: Words): { readonly browser: string; readonly version: string } {
  let found: { readonly rank: number; readonly rule: BrowserRule; readonly word: Word } | undefined
  for (const [name, word] of words) {
    const ranked = RULE_OF_WORD.get(name)
    if (
      ranked !== undefined &&
      (word.value !== undefined || !ranked.needsSlash) &&
      ranked.rank < (found?.rank ?? Infinity)
    )
      found = { ...ranked, word }
    for (const ranked of RULES_BY_START)
      if (ranked.rank < (found?.rank ?? Infinity) && name.startsWith(ranked.start)) found = { ...ranked, word }
  }
  if (found === undefined) return { browser: OTHER, version: '' }
  const { rule } = found
  const word = rule.version === undefined ? found.word : words.get(rule.version.toLowerCase())
  return { browser: rule.name, version: word === undefined ? '' : leadingNumber(word.value ?? word.next) }
}

function systemOf(words: Words): string {
  return SYSTEMS.find((rule) => rule.words.some((word) => words.has(word.toLowerCase())))?.name ?? OTHER
}

/** Of Windows NT, by its version. */
const WINDOWS: Readonly<Record<string, string>> = {
  '10.0': 'Windows 10',
  '6.4': 'Windows 10',
  '6.3': 'Windows 8.1',
  '6.2': 'Windows 8',
  '6.1': 'Windows 7',
  '6.0': 'Windows Vista',
  '5.2': 'Windows XP',
  '5.1': 'Windows XP',
  '5.0': 'Windows 2000',
}

const RELEASES: Readonly<Record<string, RegExp>> = {
  Android: /Andr[o0]id[ /-]?(\d{1,2})(?:\.(\d{1,2}))?/,
  iOS: /OS (\d{1,2})(?:[_.](\d{1,2}))?/,
  macOS: /Mac OS X (\d{1,2})(?:[_.](\d{1,2}))?/,
  'Windows Phone': /Windows Phone (?:OS )?(\d{1,2})(?:\.(\d{1,2}))?/,
  HarmonyOS: /(?:HarmonyOS|OpenHarmony) (\d{1,2})(?:\.(\d{1,2}))?/,
  Tizen: /Tizen[ /](\d{1,2})(?:\.(\d{1,2}))?/,
  KaiOS: /KAIOS\/(\d{1,2})(?:\.(\d{1,2}))?/,
}

function releaseOf(userAgent: string, system: string): string {
  if (system === 'Windows') return WINDOWS[/Windows NT (\d{1,2}\.\d)/.exec(userAgent)?.[1] ?? ''] ?? ''
  const [, major, minor] = RELEASES[system]?.exec(userAgent) ?? []
  if (major === undefined) return ''
  return minor === undefined ? major : `${major}.${minor}`
}

const DESKTOP_SYSTEMS: ReadonlySet<string> = new Set(
  'Windows,macOS,Linux,Chrome OS,FreeBSD,OpenBSD,NetBSD,Fuchsia'.split(','),
)
const TV_SYSTEMS: ReadonlySet<string> = new Set('tvOS,Roku,VIDAA,TiVo OS,Whale OS,Vizio OS'.split(','))
const PHONE_SYSTEMS: ReadonlySet<string> = new Set('iOS,Windows Phone,KaiOS,BlackBerry,Bada,Sailfish,Tizen'.split(','))

function deviceOf(userAgent: string, words: Words, system: string): Device {
  const isAndroid = system === 'Android' || system === 'HarmonyOS'
  const model = isAndroid ? modelOf(userAgent) : ''
  const rule = DEVICE_RULES.find(
    (rule) => rule.words?.some((word) => words.has(word.toLowerCase())) || (model !== '' && rule.model?.test(model)),
  )
  if (rule !== undefined) return rule.device
  if (TV_SYSTEMS.has(system)) return 'tv'
  if (isAndroid) return words.has('mobile') || words.has('phone') ? 'mobile' : 'tablet'
  if (PHONE_SYSTEMS.has(system)) return 'mobile'
  return DESKTOP_SYSTEMS.has(system) ? 'desktop' : OTHER
}

const MODEL_LENGTH_MAX = 64
/** Parts behind the system that name no model: languages, the architecture and what runs in it. */
const NO_MODEL =
  /^(?:[a-z]{2}(?:[-_][A-Za-z]{2,4})?|wv|K|U|Mobile|Tablet|HarmonyOS|arm(?:_64)?|rv:.*|(?:HMS|GMS)Core.*)$/

/** The model that a user agent of Android names behind its system; empty where it names none. */
function modelOf(userAgent: string): string {
  const start = userAgent.search(/Andr[o0]id/)
  const end = userAgent.indexOf(') ', start)
  const parts = userAgent
    .slice(start, end === -1 ? undefined : end)
    .split(';', 6)
    .slice(1)
  const part = parts.map((text) => text.trim()).find((text) => text !== '' && !NO_MODEL.test(text)) ?? ''
  const build = part.indexOf(' Build/')
  return (build === -1 ? part : part.slice(0, build)).slice(0, MODEL_LENGTH_MAX)
}

/** The maker of a phone as the apps of Facebook and Instagram name it: `FBMF/Google`, or `Google` before the model. */
const MAKER = /\bFB(?:MF|BD)\/[^;\]]*|; Google(?=; )/g

/**
 * A user agent of Android without its model and its maker, which may be words that bots have as well: `Discovery Pro`, `Google TV`, and the
 * Google of a Pixel.
 */
export function withoutModel(userAgent: string): string {
  const model = /Andr[o0]id/.test(userAgent) ? modelOf(userAgent) : ''
  return model === '' ? userAgent : userAgent.replace(model, () => '').replaceAll(MAKER, '')
}

const RULE_OF_BRAND: ReadonlyMap<string, { readonly name: string; readonly rank: number }> = new Map(
  BROWSERS.flatMap(({ name, brands = [] }, rank) =>
    brands.map((brand): [string, { name: string; rank: number }] => [brand.toLowerCase(), { name, rank }]),
  ),
)
/** Browsers whose user agent others take as their own. */
const GENERIC: ReadonlySet<string> = new Set(['Chrome', 'Chromium'])
const BRAND = /^(.+?)(?: (\d{1,3}))?$/s

function withHints(traits: DeviceTraits, { brands, platform, platform_version }: ClientHints): DeviceTraits {
  const os_version = traits.os === 'Windows' && platform === 'Windows' ? windowsOf(platform_version) : undefined
  // Browsers of iOS have no hints.
  const brand = GENERIC.has(traits.browser) && traits.os !== 'iOS' ? brandOf(brands) : undefined
  if (os_version === undefined && brand === undefined) return traits
  return { ...traits, ...brand, ...(os_version !== undefined && { os_version }) }
}

/** Of the brands that are in the table, the first browser of the table. Others, as those of GREASE, say nothing. */
function brandOf(brands: readonly string[]) {
  let found: { readonly name: string; readonly rank: number; readonly version: string } | undefined
  for (const text of brands) {
    const [, name = '', version = ''] = BRAND.exec(text) ?? []
    const known = RULE_OF_BRAND.get(name.toLowerCase())
    if (known !== undefined && known.rank < (found?.rank ?? Infinity)) found = { ...known, version }
  }
  return found && { browser: found.name, browser_version: versionOf(found.name, found.version) }
}

/** Windows says the version of its API: 13 and later is Windows 11, 1 to 10 is Windows 10. */
function windowsOf(version: string | undefined): string | undefined {
  const major = Number(leadingNumber(version ?? ''))
  if (major >= 13) return 'Windows 11'
  return major >= 1 ? 'Windows 10' : undefined
}
