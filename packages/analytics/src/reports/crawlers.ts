import {
  CRAWLER_PURPOSES,
  type CrawlerPurpose,
  type CrawlersReport,
  type Report,
  type ReportRange,
  type ReportScope,
  timestamp,
} from '@footfall/core-domain'
import { dateTime, integer, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { bucketing } from '../calendar/buckets.ts'
import { AVAILABLE, stateOfNothing } from '../read/states.ts'
import { ofProduct, rangeContext } from './context.ts'

interface CrawlerRow {
  readonly crawler: string
  readonly purpose: CrawlerPurpose
  readonly hits: string
  readonly pages: string
  readonly errors: string
  readonly last: string
}
const CRAWLERS_MAX = 200
const PAGES_MAX = 50
const NO_NUMBERS = { hits: null, purposes: [], crawlers: [], pages: [], series: [] }

/** What machines fetched. No person is behind a hit, so nothing is withheld. */
export async function crawlersReport(
  reader: Reader,
  scope: ReportScope,
  dates: ReportRange,
): Promise<Report<CrawlersReport>> {
  const context = rangeContext(reader, scope, dates)
  const { meta, outside, range, rows } = context
  if (outside) return { data: { ...outside, ...NO_NUMBERS }, meta }
  const days = bucketing(range.calendar, 'day', scope.preferences.week_starts_on, range.kept)
  const hits = sql`crawler_hits WHERE ${ofProduct(scope)}
    AND ts >= ${dateTime(range.kept.startMs)} AND ts < ${dateTime(range.kept.endMs)}`
  const [purposes, crawlers, pages, series] = await Promise.all([
    rows<{ purpose: CrawlerPurpose; hits: string }>(sql`SELECT purpose, count() AS hits FROM ${hits} GROUP BY purpose`),
    rows<CrawlerRow>(sql`SELECT crawler, purpose, count() AS hits, uniqExact(path) AS pages,
      countIf(status >= 400) AS errors, toUnixTimestamp(max(ts)) AS last
      FROM ${hits} GROUP BY crawler, purpose ORDER BY hits DESC, crawler, purpose LIMIT ${integer(CRAWLERS_MAX)}`),
    rows<{ path: string; hits: string }>(sql`SELECT path, count() AS hits FROM ${hits}
      GROUP BY path ORDER BY hits DESC, path LIMIT ${integer(PAGES_MAX)}`),
    rows<{ bucket: string; hits: string }>(
      sql`SELECT ${days.keyOf(sql`ts`)} AS bucket, count() AS hits FROM ${hits} GROUP BY bucket`,
    ),
  ])
  if (purposes.length === 0) {
    const state = await stateOfNothing(context.collected, range)
    if (state.state !== 'available') return { data: { ...state, ...NO_NUMBERS }, meta }
  }
  const byPurpose = new Map(purposes.map((row) => [row.purpose, toNumber(row.hits)]))
  const byDay = new Map(series.map((row) => [Number(row.bucket), toNumber(row.hits)]))
  return {
    data: {
      ...AVAILABLE,
      hits: [...byPurpose.values()].reduce((sum, count) => sum + count, 0),
      purposes: CRAWLER_PURPOSES.map((purpose) => ({ purpose, hits: byPurpose.get(purpose) ?? 0 })),
      crawlers: crawlers.map((row) => ({
        crawler: row.crawler,
        purpose: row.purpose,
        hits: toNumber(row.hits),
        pages: toNumber(row.pages),
        errors: toNumber(row.errors),
        last_seen_at: timestamp(toMs(row.last)),
      })),
      pages: pages.map((row) => ({ path: row.path, hits: toNumber(row.hits) })),
      series: days.buckets
        .filter((bucket) => bucket.startMs <= range.nowMs)
        .map((bucket) => ({
          date: range.calendar.dateOf(bucket.startMs),
          hits: byDay.get(bucket.key) ?? 0,
        })),
    },
    meta,
  }
}
