import { cleanText } from '@footfall/core-domain'
import Bowser from 'bowser'
import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'

/** Device, browser and system of a user agent; empty text where unknown. */
export interface DeviceTraits {
  readonly device: string
  readonly browser: string
  /** With the major version, such as `Chrome 120`. */
  readonly browser_version: string
  readonly os: string
  /** With major and minor version, such as `iOS 17.5`; for Windows its marketing name, such as `Windows 10`. */
  readonly os_version: string
}

const UNKNOWN: DeviceTraits = { device: '', browser: '', browser_version: '', os: '', os_version: '' }
const NAME_LENGTH_MAX = 60
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
  // Of an unknown program the parser takes words of the user agent itself.
  const program = cleanText(browser.name ?? '', NAME_LENGTH_MAX)
  const system = os.name ?? ''
  const release = system === 'Windows' ? os.versionName : /^\d+(?:\.\d+)?/.exec(os.version ?? '')?.[0]
  return {
    device: deviceOf(userAgent, platform.type ?? '', system),
    browser: program,
    browser_version: versionOf(program, /^\d+/.exec(browser.version ?? '')?.[0] ?? ''),
    os: system,
    os_version: versionOf(system, release ?? ''),
  }
}

/** A version with the name that it is a version of: `120` of Chrome and `Chrome 120` are both `Chrome 120`. */
export function versionOf(name: string, version: string): string {
  if (version === '' || name === '' || version === name || version.startsWith(`${name} `)) return version
  return `${name} ${version}`
}

function deviceOf(userAgent: string, type: string, system: string): string {
  if (CONSOLE.test(userAgent)) return 'console'
  if (TELEVISION.test(userAgent)) return 'tv'
  if (type === 'desktop' || type === 'mobile' || type === 'tablet' || type === 'tv') return type
  return DESKTOP_SYSTEMS.has(system) ? 'desktop' : ''
}
