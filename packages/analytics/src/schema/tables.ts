/**
 * The analytics schema. Visit facts are additive columns that the collector computes once, so every headline figure
 * is one pass without a group by visit, and sums into the rollup.
 *
 *   visits        = sum(visit_starts)
 *   bounces       = sum(visit_starts) − sum(unbounce)
 *   total time    = sum(gap_ms)
 *                   (the last two over the rows of the visits that began in the span, whenever the rows came)
 *   entry pages   = rows with pv_seq = 1
 *
 * Columns that describe a visit (entry_path, channel … screen_size) have one value on all rows of the visit.
 */
const visitColumns = ['channel', 'source', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']
const visitorColumns = [
  'region',
  'city',
  'language',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'screen_size',
]

const lowCardinality = (columns: readonly string[]) =>
  columns.map((name) => `${name} LowCardinality(String)`).join(',\n  ')

const EVENTS = `CREATE TABLE IF NOT EXISTS events (
  product_id LowCardinality(String),
  ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  kind Enum8('pageview' = 1, 'custom' = 2, 'engagement' = 3),
  name LowCardinality(String),
  visitor UInt64,
  visit UInt64,
  visit_start DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  visit_starts UInt8,
  pv_seq UInt16,
  unbounce UInt8,
  gap_ms UInt32,
  hostname LowCardinality(String),
  path String CODEC(ZSTD(1)),
  entry_path String CODEC(ZSTD(1)),
  referrer String CODEC(ZSTD(1)),
  country LowCardinality(FixedString(2)),
  ${lowCardinality(visitColumns)},
  ${lowCardinality(visitorColumns)},
  engaged_ms UInt32,
  scroll UInt8,
  revenue Decimal(18, 4),
  currency LowCardinality(String),
  props Map(LowCardinality(String), String),
  tracker LowCardinality(String)
) ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
PRIMARY KEY (product_id, toStartOfHour(ts), visit)
ORDER BY (product_id, toStartOfHour(ts), visit, ts)
SETTINGS non_replicated_deduplication_window = 1000, fsync_after_insert = 1`

/** Fifteen minutes, so that the days of every time zone begin on an edge (Kathmandu is at +5:45). */
const ROLLUP = `CREATE TABLE IF NOT EXISTS events_15m (
  product_id LowCardinality(String),
  t DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  pageviews SimpleAggregateFunction(sum, UInt64),
  customs SimpleAggregateFunction(sum, UInt64),
  visits SimpleAggregateFunction(sum, UInt64),
  unbounced SimpleAggregateFunction(sum, UInt64),
  gap_ms SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqExact, UInt64)
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(t)
ORDER BY (product_id, t)
SETTINGS non_replicated_deduplication_window = 1000`

const ROLLUP_VIEW = `CREATE MATERIALIZED VIEW IF NOT EXISTS events_15m_mv TO events_15m AS
SELECT
  product_id,
  toStartOfFifteenMinutes(ts) AS t,
  countIf(kind = 'pageview') AS pageviews,
  countIf(kind = 'custom') AS customs,
  sum(visit_starts) AS visits,
  uniqExactStateIf(visitor, kind != 'engagement' AND visitor != 0) AS visitors
FROM events
GROUP BY product_id, t`

/**
 * What happens late in a visit counts where the visit began, so that no quarter of an hour has more visits that went
 * on than visits.
 */
const ROLLUP_VISITS_VIEW = `CREATE MATERIALIZED VIEW IF NOT EXISTS events_15m_visits_mv TO events_15m AS
SELECT
  product_id,
  toStartOfFifteenMinutes(visit_start) AS t,
  sum(unbounce) AS unbounced,
  sum(events.gap_ms) AS gap_ms
FROM events
WHERE unbounce = 1 OR events.gap_ms > 0
GROUP BY product_id, t`

/** What was collected and not counted, by hour and reason. */
const REJECTED = `CREATE TABLE IF NOT EXISTS rejected_events (
  product_id LowCardinality(String),
  hour DateTime('UTC'),
  reason LowCardinality(String),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, reason)
SETTINGS non_replicated_deduplication_window = 1000`

/** Events that came through a proxy, by hour, the hostname asked, and whether the client's address came along. */
const PROXIED = `CREATE TABLE IF NOT EXISTS proxied_events (
  product_id LowCardinality(String),
  hour DateTime('UTC'),
  hostname String,
  client_address Enum8('forwarded' = 1, 'untrusted' = 2, 'missing' = 3),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, hostname, client_address)
SETTINGS non_replicated_deduplication_window = 1000`

const CRAWLER_HITS = `CREATE TABLE IF NOT EXISTS crawler_hits (
  product_id LowCardinality(String),
  ts DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  crawler LowCardinality(String),
  purpose Enum8('search' = 1, 'ai_training' = 2, 'ai_assistant' = 3, 'monitoring' = 4, 'other' = 5),
  hostname LowCardinality(String),
  path String CODEC(ZSTD(1)),
  status UInt16,
  seen_by Enum8('collector' = 1, 'intake' = 2)
) ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (product_id, toDate(ts), crawler, ts)
SETTINGS non_replicated_deduplication_window = 1000`

/** One row per day and key as the provider reports it; a later sync of the same day replaces the earlier one. */
const SEARCH_CONSOLE = `CREATE TABLE IF NOT EXISTS search_console (
  product_id LowCardinality(String),
  date Date,
  query String CODEC(ZSTD(1)),
  page String CODEC(ZSTD(1)),
  country LowCardinality(String),
  device LowCardinality(String),
  clicks UInt32,
  impressions UInt32,
  position Float64,
  synced_at DateTime64(3, 'UTC')
) ENGINE = ReplacingMergeTree(synced_at)
PARTITION BY toYYYYMM(date)
ORDER BY (product_id, date, query, page, country, device)
SETTINGS non_replicated_deduplication_window = 1000`

/** In this order: views after the tables they read and write. */
export const TABLES = [
  EVENTS,
  ROLLUP,
  ROLLUP_VIEW,
  ROLLUP_VISITS_VIEW,
  REJECTED,
  PROXIED,
  CRAWLER_HITS,
  SEARCH_CONSOLE,
] as const
