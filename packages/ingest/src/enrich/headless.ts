import { isbot } from 'isbot'
import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'

/** Words by which browsers without a screen, and browsers that a program controls, are known. */
const TOKENS =
  /headless|phantomjs|slimerjs|htmlunit|\bjsdom\b|\bsplash\b|puppeteer|playwright|selenium|webdriver|cypress\/|electron\/.*\bnightmare\b|zombie\.js/i
const EVERY_TOKEN = new RegExp(`(?:${TOKENS.source})[^\\s;)]*`, 'gi')
/** About ten thousand typical user agents. */
const CACHE_BYTES_MAX = 4 * 1024 ** 2

const matches = cacheByText(CACHE_BYTES_MAX, isHeadless)

/**
 * Whether a user agent is that of a browser without a screen which claims nothing else. Without these words it would pass as a
 * browser; what still says that it is a crawler belongs to the crawlers.
 */
export function hasHeadlessToken(userAgent: string): boolean {
  return matches(userAgent.slice(0, USER_AGENT_LENGTH_MAX))
}

function isHeadless(userAgent: string): boolean {
  return TOKENS.test(userAgent) && /^Mozilla\/5\.0 \(/.test(userAgent) && !isbot(plainBrowser(userAgent))
}

/** `HeadlessChrome/120` becomes `Chrome/120`; other words are left out. */
function plainBrowser(userAgent: string): string {
  return userAgent.replaceAll('HeadlessChrome', 'Chrome').replaceAll(EVERY_TOKEN, '')
}
