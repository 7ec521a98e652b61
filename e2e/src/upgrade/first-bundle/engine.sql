CREATE TABLE IF NOT EXISTS events (
  product_id LowCardinality(String),
  ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
  kind Enum8('pageview' = 1, 'custom' = 2, 'engagement' = 3),
  visitor UInt64,
  identified UInt8 CODEC(ZSTD(1)),
  visit UInt64 CODEC(ZSTD(1)),
  visit_start DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  visit_starts UInt8,
  pv_seq UInt16,
  unbounce UInt8,
  gap_ms UInt32 CODEC(T64, LZ4),
  path String CODEC(ZSTD(3)),
  title String CODEC(ZSTD(3)),
  entry_path String CODEC(ZSTD(3)),
  hostname LowCardinality(String) CODEC(ZSTD(1)),
  channel LowCardinality(String) CODEC(ZSTD(1)),
  source LowCardinality(String) CODEC(ZSTD(1)),
  referrer String CODEC(ZSTD(3)),
  utm_source LowCardinality(String) CODEC(ZSTD(1)),
  utm_medium LowCardinality(String) CODEC(ZSTD(1)),
  utm_campaign LowCardinality(String) CODEC(ZSTD(1)),
  utm_content LowCardinality(String) CODEC(ZSTD(1)),
  utm_term LowCardinality(String) CODEC(ZSTD(1)),
  country LowCardinality(FixedString(2)) CODEC(ZSTD(1)),
  region LowCardinality(String) CODEC(ZSTD(1)),
  city LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  browser_version LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  os_version LowCardinality(String) CODEC(ZSTD(1)),
  screen_size LowCardinality(String) CODEC(ZSTD(1)),
  name LowCardinality(String) CODEC(ZSTD(1)),
  engaged_ms UInt32 CODEC(ZSTD(1)),
  scroll UInt8 CODEC(ZSTD(1)),
  revenue Decimal(18, 4) CODEC(ZSTD(1)),
  currency LowCardinality(String) CODEC(ZSTD(1)),
  props Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  tracker LowCardinality(String) CODEC(ZSTD(1)),
  import LowCardinality(String) CODEC(ZSTD(1)),
  lcp Int32 DEFAULT -1 CODEC(ZSTD(1)),
  inp Int32 DEFAULT -1 CODEC(ZSTD(1)),
  cls Int32 DEFAULT -1 CODEC(ZSTD(1)),
  ttfb Int32 DEFAULT -1 CODEC(ZSTD(1)),
  fcp Int32 DEFAULT -1 CODEC(ZSTD(1)),
  error_count Int32 DEFAULT -1 CODEC(ZSTD(1)),
  error UInt64 CODEC(ZSTD(1)),
  error_message String CODEC(ZSTD(3)),
  error_source String CODEC(ZSTD(3)),
  error_stack String CODEC(ZSTD(3))
) ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
PRIMARY KEY (product_id, toStartOfHour(ts), visit)
ORDER BY (product_id, toStartOfHour(ts), visit, ts)
SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS events_15m (
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
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS event_days (
  product_id LowCardinality(String),
  day Date,
  rows SimpleAggregateFunction(sum, Int64)
) ENGINE = AggregatingMergeTree
ORDER BY (product_id, day)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS named_days (
  product_id LowCardinality(String),
  day Date
) ENGINE = ReplacingMergeTree
ORDER BY (product_id, day)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS identified_visitors (
  product_id LowCardinality(String),
  visitor UInt64,
  first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  first_visit SimpleAggregateFunction(min, DateTime('UTC')),
  last_at SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
) ENGINE = AggregatingMergeTree
ORDER BY (product_id, visitor)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS closed_days (
  product_id LowCardinality(String),
  day Date,
  version UInt64,
  rows Int64,
  cut DateTime('UTC'),
  last_at DateTime64(3, 'UTC'),
  dimensions Array(String)
) ENGINE = ReplacingMergeTree(version)
ORDER BY (product_id, day)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS day_figures (
  product_id LowCardinality(String),
  dimension LowCardinality(String),
  day Date,
  version UInt64 CODEC(ZSTD(1)),
  key_0 String CODEC(ZSTD(3)),
  key_1 String CODEC(ZSTD(3)),
  key_2 String CODEC(ZSTD(3)),
  visitors UInt32 CODEC(T64, ZSTD(1)),
  visitors_before UInt32 CODEC(T64, ZSTD(1)),
  visitors_after UInt32 CODEC(T64, ZSTD(1)),
  pageviews_before UInt64 CODEC(T64, ZSTD(1)),
  pageviews_after UInt64 CODEC(T64, ZSTD(1)),
  customs_before UInt64 CODEC(T64, ZSTD(1)),
  customs_after UInt64 CODEC(T64, ZSTD(1)),
  engaged_ms_before UInt64 CODEC(T64, ZSTD(1)),
  engaged_ms_after UInt64 CODEC(T64, ZSTD(1)),
  visits_before UInt64 CODEC(T64, ZSTD(1)),
  visits_after UInt64 CODEC(T64, ZSTD(1)),
  unbounced_before UInt64 CODEC(T64, ZSTD(1)),
  unbounced_after UInt64 CODEC(T64, ZSTD(1)),
  gap_ms_before UInt64 CODEC(T64, ZSTD(1)),
  gap_ms_after UInt64 CODEC(T64, ZSTD(1)),
  visit_pageviews_before UInt64 CODEC(T64, ZSTD(1)),
  visit_pageviews_after UInt64 CODEC(T64, ZSTD(1))
) ENGINE = MergeTree
PARTITION BY toYear(day)
ORDER BY (product_id, dimension, key_0, key_1, key_2, day)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 1024
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS rejected_events (
  product_id LowCardinality(String),
  hour DateTime('UTC'),
  reason LowCardinality(String),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, reason)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS proxied_events (
  product_id LowCardinality(String),
  hour DateTime('UTC'),
  hostname String,
  client_address Enum8('forwarded' = 1, 'untrusted' = 2, 'missing' = 3),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))
) ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, hostname, client_address)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS crawler_hits (
  product_id LowCardinality(String),
  ts DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  crawler LowCardinality(String),
  purpose Enum8('search' = 1, 'ai_training' = 2, 'ai_assistant' = 3, 'monitoring' = 4, 'other' = 5),
  hostname LowCardinality(String),
  path String CODEC(ZSTD(1)),
  status UInt16,
  seen_by Enum8('collector' = 1, 'intake' = 2),
  import LowCardinality(String) CODEC(ZSTD(1))
) ENGINE = MergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (product_id, toDate(ts), crawler, ts)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS search_console (
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
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS imported_days (
  product_id LowCardinality(String),
  import String CODEC(ZSTD(1)),
  source LowCardinality(String),
  day Date,
  dimension LowCardinality(String),
  key String CODEC(ZSTD(3)),
  keys Array(String) CODEC(ZSTD(3)),
  visitors Nullable(UInt64),
  visits Nullable(UInt64),
  pageviews Nullable(UInt64),
  events Nullable(UInt64),
  bounces Nullable(UInt64),
  visit_seconds Nullable(Float64),
  page_seconds Nullable(Float64),
  page_visits Nullable(UInt64)
) ENGINE = MergeTree
PARTITION BY toYear(day)
ORDER BY (product_id, dimension, day, key)
SETTINGS non_replicated_deduplication_window = 10000, index_granularity = 1024
COMMENT 'footfall schema 5';

CREATE TABLE IF NOT EXISTS imported_event_ids (
  product_id LowCardinality(String),
  import String CODEC(ZSTD(1)),
  day Date,
  id UInt64
) ENGINE = ReplacingMergeTree
PARTITION BY toYear(day)
ORDER BY (product_id, day, import, id)
SETTINGS non_replicated_deduplication_window = 10000
COMMENT 'footfall schema 5';

CREATE MATERIALIZED VIEW IF NOT EXISTS events_15m_mv TO events_15m AS
SELECT
  product_id,
  toStartOfFifteenMinutes(ts) AS t,
  countIf(kind = 'pageview') AS pageviews,
  countIf(kind = 'custom') AS customs,
  sum(visit_starts) AS visits,
  uniqExactStateIf(visitor, kind != 'engagement' AND visitor != 0) AS visitors
FROM events AS e
GROUP BY product_id, t;

CREATE MATERIALIZED VIEW IF NOT EXISTS events_15m_visits_mv TO events_15m AS
SELECT
  product_id,
  toStartOfFifteenMinutes(visit_start) AS t,
  sum(unbounce) AS unbounced,
  sum(e.gap_ms) AS gap_ms
FROM events AS e
WHERE unbounce = 1 OR e.gap_ms > 0
GROUP BY product_id, t;

CREATE MATERIALIZED VIEW IF NOT EXISTS event_days_mv TO event_days AS
SELECT
  product_id,
  toDate(visit_start) AS day,
  toInt64(count()) AS rows
FROM events AS e
GROUP BY product_id, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS identified_days_mv TO named_days AS
SELECT
  product_id,
  toDate(visit_start) AS day
FROM events AS e
WHERE identified = 1 GROUP BY product_id, day;

CREATE MATERIALIZED VIEW IF NOT EXISTS identified_visitors_mv TO identified_visitors AS
SELECT
  product_id,
  visitor,
  min(ts) AS first_at,
  min(visit_start) AS first_visit,
  max(ts) AS last_at
FROM events AS e
WHERE identified = 1 AND kind != 'engagement' GROUP BY product_id, visitor;
