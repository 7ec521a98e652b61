import type { CrawlerHit } from '@footfall/core-domain'
import type { CrawlerHitRow } from '@footfall/warehouse'
import type { z } from 'zod'
import { type Crawler, classifyCrawler } from '../enrich/bots.ts'
import { isPageAddress, type PageAddress, parsePage } from '../enrich/url.ts'
import { type LogRecord, record } from '../log/records.ts'
import { occurredAt, toSeconds } from './instants.ts'
import type { TrackedProfile } from './tracked-profiles.ts'

interface Sighting extends Crawler {
  readonly page: PageAddress
  readonly at: number
  readonly status: number
  readonly seenBy: CrawlerHitRow['seen_by']
}

/** The record of a crawler’s hit; undefined when the product does not track it. */
export function crawlerRecord(profile: TrackedProfile, hit: Sighting): LogRecord | undefined {
  const { enabled, track } = profile.crawlers
  if (!enabled || !track[hit.purpose] || profile.isCrawlerExcluded(hit.page.path)) return undefined
  return record('crawler_hits', {
    product_id: profile.product,
    ts: toSeconds(hit.at),
    crawler: hit.crawler,
    purpose: hit.purpose,
    hostname: hit.page.hostname,
    path: hit.page.path,
    status: hit.status,
    seen_by: hit.seenBy,
  })
}

/** Records of a web server’s log. Hits of people are skipped: their browsers report them. */
export function intakeRecords(
  profile: TrackedProfile,
  hits: readonly z.output<typeof CrawlerHit>[],
  now: number,
): LogRecord[] {
  return hits.flatMap(({ url, user_agent, status = 0, occurred_at }) => {
    const crawler = classifyCrawler(user_agent)
    if (!crawler || !isPageAddress(url)) return []
    const at = occurredAt(occurred_at, now)
    const page = parsePage(url, profile.preferences.path_rules)
    return crawlerRecord(profile, { ...crawler, page, at, status, seenBy: 'intake' }) ?? []
  })
}
