import Bowser from 'bowser'
import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'

/** Device, browser and system of a user agent; empty text where unknown. */
export interface DeviceTraits {
  readonly device: string
  readonly browser: string
  /** The major version. */
  readonly browser_version: string
  readonly os: string
  /** Major and minor version; for Windows its marketing name, such as `10`. */
  readonly os_version: string
}

const UNKNOWN: DeviceTraits = { device: '', browser: '', browser_version: '', os: '', os_version: '' }
/** About twelve thousand typical user agents. */
const CACHE_BYTES_MAX = 8 * 1024 ** 2

const CONSOLE = /\b(?:PlayStation|Xbox|Nintendo)\b/i
const TELEVISION = /\b(?:SMART-?TV|SmartTV|AppleTV|Apple TV|GoogleTV|HbbTV|BRAVIA|AFT[A-Z]|Roku|Web0S|Tizen.*TV)\b/i
const DESKTOP_SYSTEMS: ReadonlySet<string> = new Set(['Windows', 'macOS', 'Linux', 'Chrome OS', 'FreeBSD', 'OpenBSD'])

const describeCached = cacheByText(CACHE_BYTES_MAX, describe)

export function describeUserAgent(userAgent: string): DeviceTraits {
  return describeCached(userAgent.slice(0, USER_AGENT_LENGTH_MAX))
}

function describe(userAgent: string): DeviceTraits {
  if (userAgent.trim() === '') return UNKNOWN
  const { browser, os, platform } = Bowser.parse(userAgent)
  const system = os.name ?? ''
  return {
    device: deviceOf(userAgent, platform.type ?? '', system),
    browser: browser.name ?? '',
    browser_version: /^\d+/.exec(browser.version ?? '')?.[0] ?? '',
    os: system,
    os_version: system === 'Windows' ? (os.versionName ?? '') : (/^\d+(?:\.\d+)?/.exec(os.version ?? '')?.[0] ?? ''),
  }
}

function deviceOf(userAgent: string, type: string, system: string): string {
  if (CONSOLE.test(userAgent)) return 'console'
  if (TELEVISION.test(userAgent)) return 'tv'
  if (type === 'desktop' || type === 'mobile' || type === 'tablet' || type === 'tv') return type
  return DESKTOP_SYSTEMS.has(system) ? 'desktop' : ''
}
