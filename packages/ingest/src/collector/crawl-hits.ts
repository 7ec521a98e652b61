import type { CrawlerHit } from '@footfall/core-domain'
import type { CrawlerHitRow } from '@footfall/warehouse'
import type { z } from 'zod'
import { type Crawler, classifyCrawler } from '../enrich/bots.ts'
import { type PageAddress, parsePage } from '../enrich/url.ts'
import { type LogRecord, record } from '../log/records.ts'
import { occurredAt, toSeconds } from './instants.ts'
import type { TrackedProfile } from './tracked-profiles.ts'

interface Seen extends Crawler {
  readonly page: PageAddress
  readonly at: number
  readonly status: number
  readonly seenBy: CrawlerHitRow['seen_by']
}

/** The record of a crawler's hit, unless the product does not want to know of it. */
export function crawlerRecord(profile: TrackedProfile, seen: Seen): LogRecord | undefined {
  const { enabled, track } = profile.crawlers
  if (!enabled || !track[seen.purpose] || profile.isCrawlerExcluded(seen.page.path)) return undefined
  return record('crawler_hits', {
    product_id: profile.product,
    ts: toSeconds(seen.at),
    crawler: seen.crawler,
    purpose: seen.purpose,
    hostname: seen.page.hostname,
    path: seen.page.path,
    status: seen.status,
    seen_by: seen.seenBy,
  })
}

/** Records of a web server's log. Hits of people are left out: they are counted by their browsers. */
export function intakeRecords(
  profile: TrackedProfile,
  hits: readonly z.output<typeof CrawlerHit>[],
  now: number,
): LogRecord[] {
  return hits.flatMap(({ url, user_agent, status = 0, occurred_at }) => {
    const crawler = classifyCrawler(user_agent)
    if (!crawler) return []
    const at = occurredAt(occurred_at, now)
    return crawlerRecord(profile, { ...crawler, page: parsePage(url), at, status, seenBy: 'intake' }) ?? []
  })
}
