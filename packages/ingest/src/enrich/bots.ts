import { type CrawlerPurpose, KNOWN_CRAWLERS } from '@footfall/core-domain'
import crawlerUserAgents from 'crawler-user-agents'
import { isbot } from 'isbot'
import { hasHeadlessToken } from './headless.ts'
import { USER_AGENT_LENGTH_MAX } from './origin.ts'
import { cacheByText } from './text-cache.ts'
import { withoutModel } from './user-agent.ts'

export interface Crawler {
  readonly crawler: string
  readonly purpose: CrawlerPurpose
}

/** Name of a bot that no list has. Its own words are not used: distinct names must stay few. */
const UNLISTED: Crawler = { crawler: 'Unlisted bot', purpose: 'other' }
/** About twenty thousand typical user agents. */
const CACHE_BYTES_MAX = 8 * 1024 ** 2

interface ListEntry {
  readonly pattern: string
  readonly tags?: readonly string[]
  readonly description?: string
}

interface ListedCrawler extends Crawler {
  readonly pattern: RegExp
}

const classifyCached = cacheByText(CACHE_BYTES_MAX, classify)

/**
 * The crawler of a user agent; undefined for a person. The long public list only names what isbot classifies as a bot:
 * some of its patterns are short words that occur in browsers too.
 */
export function classifyCrawler(userAgent: string): Crawler | undefined {
  return classifyCached(userAgent.slice(0, USER_AGENT_LENGTH_MAX))
}

function classify(userAgent: string): Crawler | undefined {
  const lower = userAgent.toLowerCase()
  // Words of a browser without a screen are evidence of automation; they name no crawler.
  if (hasHeadlessToken(userAgent)) return undefined
  const known = KNOWN_CRAWLERS.find(({ token }) => token !== undefined && lower.includes(token))
  if (known) return { crawler: known.crawler, purpose: known.purpose }
  if (!isbot(withoutModel(userAgent))) return undefined
  const listed = listedCrawlers().find(({ pattern }) => pattern.test(userAgent))
  return listed ? { crawler: listed.crawler, purpose: listed.purpose } : UNLISTED
}

let prepared: readonly ListedCrawler[] | undefined

/** 1,500 patterns, compiled when the first bot is seen. */
function listedCrawlers(): readonly ListedCrawler[] {
  const list: readonly ListEntry[] = crawlerUserAgents
  prepared ??= list.map((entry) => ({
    pattern: new RegExp(entry.pattern),
    crawler: nameOf(entry.pattern),
    purpose: purposeOf(entry),
  }))
  return prepared
}

/** Derives a name from a pattern: `[cC]ludo` gives Cludo, `monitoring360bot\/` gives monitoring360bot. */
function nameOf(pattern: string): string {
  return (
    pattern
      .split('|')
      .map((part) =>
        part
          .replace(/\[[a-z]([A-Z])\]|\[([A-Z])[a-z]\]/g, '$1$2')
          .replace(/\[.*$/, '')
          .replace(/\\(.)/g, '$1')
          .replace(/[\^()$*+?/]/g, '')
          .trim(),
      )
      .find((name) => name !== '')
      ?.slice(0, 60) ?? UNLISTED.crawler
  )
}

/** What the list says of a crawler whose operator the table of crawlers does not have. */
function purposeOf({ pattern, tags = [], description = '' }: ListEntry): CrawlerPurpose {
  if (tags.includes('ai-crawler')) {
    if (/user|assist/i.test(pattern)) return 'ai_assistant'
    if (tags.includes('search-engine') || /search|\bindex/i.test(`${pattern} ${description}`)) return 'search'
    return /\bagent|assistant|answer|\bRAG\b|automation|citation/i.test(description) ? 'ai_assistant' : 'ai_training'
  }
  if (tags.includes('search-engine')) return 'search'
  return tags.includes('monitoring') ? 'monitoring' : 'other'
}
