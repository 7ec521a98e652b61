import { DAY_MS, DAY_SECONDS, knownCrawler, type ProductId } from '@footfall/core-domain'
import { integer, type Sql, sql, text } from '@footfall/warehouse'
import { integers, strings, tuples, weighted } from './choices.ts'
import type { TrafficPlan } from './traffic.ts'

/** Crawlers of the demo, with weights. */
const CRAWLERS: readonly (readonly [weight: number, name: string])[] = [
  [22, 'Googlebot'],
  [12, 'Bingbot'],
  [3, 'DuckDuckBot'],
  [5, 'Applebot'],
  [6, 'PerplexityBot'],
  [4, 'OAI-SearchBot'],
  [14, 'GPTBot'],
  [12, 'ClaudeBot'],
  [5, 'CCBot'],
  [7, 'Bytespider'],
  [4, 'Meta-ExternalAgent'],
  [8, 'ChatGPT-User'],
  [4, 'ChatGPT Agent'],
  [3, 'Google-Agent'],
  [3, 'Claude-User'],
  [2, 'Perplexity-User'],
  [9, 'UptimeRobot'],
  [2, 'Pingdom'],
  [6, 'AhrefsBot'],
  [4, 'SemrushBot'],
  [1, 'facebookexternalhit'],
]
const HITS_PER_DAY = 95

/**
 * Crawlers read the same pages as visitors, and sometimes removed ones. A new service has no lists of addresses, so only those that
 * sign their requests have a verdict, and some of these turn out to be others.
 */
export function crawlerRows(plan: TrafficPlan): Sql {
  const described = CRAWLERS.map(([, name]) => {
    const known = knownCrawler(name)
    return [name, known?.purpose ?? 'other', known?.signer === undefined ? '' : 'signs']
  })
  const pages = [
    '/',
    ...plan.slugs.map((slug) => `/blog/${slug}`),
    '/pricing',
    '/sitemap.xml',
    '/robots.txt',
    '/old-page',
  ]
  const durationMs = plan.people.length * DAY_MS
  const roll = sql`cityHash64(${text(plan.seed)}, ${text(plan.product)}, 'crawler', number)`
  return sql`
  SELECT ${text(plan.product)} AS product_id, toDateTime(intDiv(at_ms, 1000), 'UTC') AS ts, who.1 AS crawler, who.2 AS purpose,
    ${text(plan.hostnames[0])} AS hostname, ${strings(pages)}[1 + intDiv(dice, 97) % ${integer(pages.length)}] AS path,
    multiIf(seen_by = 'collector', 0, path = '/old-page', 404, dice % 61 = 0, 503, 200) AS status,
    if(intDiv(dice, 7) % 4 = 0, 'collector', 'intake') AS seen_by,
    multiIf(who.3 = '', 'unknown', intDiv(dice, 13) % 16 = 0, 'false', 'true') AS verified
  FROM (
    SELECT ${roll} AS dice,
      ${integer(plan.firstDayMs)} + intDiv(dice, 1000) % ${integer(durationMs)} AS at_ms,
      ${tuples(described)}[${integers(weighted(CRAWLERS.map(([weight]) => weight)))}[1 + dice % ${integer(CRAWLERS.reduce((total, [weight]) => total + weight, 0))}]] AS who
    FROM numbers(${integer(HITS_PER_DAY * plan.people.length)})
  )
  WHERE at_ms <= ${integer(plan.nowMs)}`
}

/** Some dropped events on each of the last two weeks’ days. */
export function rejectedRows(plan: TrafficPlan): Sql {
  const reasons = strings([
    'bot',
    'bot',
    'bot',
    'shield_address',
    'shield_path',
    'shield_referrer',
    'invalid',
    'engagement_without_visit',
  ])
  return sql`
  SELECT ${text(plan.product)} AS product_id, toStartOfHour(last_at) AS hour, reason, 1 + dice % 6 AS count, last_at
  FROM (
    SELECT cityHash64(${text(plan.seed)}, ${text(plan.product)}, 'rejected', number) AS dice,
      ${reasons}[1 + intDiv(dice, 11) % length(${reasons})] AS reason,
      toDateTime(intDiv(${integer(plan.nowMs)}, 1000) - intDiv(dice, 1000) % ${integer(14 * DAY_SECONDS)}, 'UTC') AS last_at
    FROM numbers(160)
  )`
}

export const PROXIED_COLUMNS = sql`product_id, hour, hostname, client_address, count, last_at`

/** A first-party proxy in front of the collector: every event that is in the statistics came through it. */
export function proxiedRows(product: ProductId): Sql {
  return sql`
  SELECT product_id, toStartOfHour(ts) AS hour, hostname, 'forwarded' AS client_address, count() AS count, toDateTime(max(ts), 'UTC') AS last_at
  FROM events WHERE product_id = ${text(product)}
  GROUP BY product_id, hour, hostname`
}
