/**
 * Plausible's tables and queries, after its public source, for the same questions in the same engine: the tables after
 * priv/data_migrations/NumericIDs/sql/create-{events,sessions}-v2.sql.eex with the columns that these questions read
 * and those of priv/ingest_repo/migrations/20240221083040; the metrics after lib/plausible/stats/sql/expression.ex, the
 * spans after where_builder.ex (github.com/plausible/analytics). Visitors are its `uniq`, which estimates.
 */
export const PLAUSIBLE_TABLES: readonly string[] = [
  `CREATE TABLE events_v2 (
  timestamp DateTime CODEC(Delta(4), LZ4), name LowCardinality(String), site_id UInt64, user_id UInt64, session_id UInt64,
  hostname String, pathname String CODEC(ZSTD(3)), referrer String, referrer_source String,
  country_code LowCardinality(FixedString(2)), browser LowCardinality(String), operating_system LowCardinality(String)
) ENGINE = MergeTree PARTITION BY toYYYYMM(timestamp) PRIMARY KEY (site_id, toDate(timestamp), name, user_id)
ORDER BY (site_id, toDate(timestamp), name, user_id, timestamp) SAMPLE BY user_id SETTINGS index_granularity = 8192`,
  `CREATE TABLE sessions_v2 (
  session_id UInt64, sign Int8, site_id UInt64, user_id UInt64, hostname String, timestamp DateTime CODEC(DoubleDelta, LZ4),
  start DateTime CODEC(DoubleDelta, LZ4), is_bounce UInt8, entry_page String CODEC(ZSTD(3)),
  exit_page String CODEC(ZSTD(3)), pageviews Int32, events Int32, duration UInt32, referrer String, referrer_source String,
  country_code LowCardinality(FixedString(2)), browser LowCardinality(String), operating_system LowCardinality(String)
) ENGINE = VersionedCollapsingMergeTree(sign, events) PARTITION BY toYYYYMM(start)
PRIMARY KEY (site_id, toDate(start), user_id, session_id) ORDER BY (site_id, toDate(start), user_id, session_id)
SAMPLE BY user_id SETTINGS index_granularity = 8192`,
]

/** The same events and visits. Only the last state of each session is stored, which is the least that it reads. */
export const plausibleRows = (product: string, month: string): readonly string[] => [
  `INSERT INTO events_v2 SELECT ts, name, 1, visitor, visit, hostname, path, referrer, source, country, browser, os
FROM events WHERE product_id = '${product}' AND toYYYYMM(ts) = ${month}`,
  `INSERT INTO sessions_v2 SELECT visit, 1, 1, any(visitor), any(hostname), max(ts), min(visit_start), max(unbounce) = 0,
  any(entry_path), argMax(path, pv_seq), countIf(kind = 'pageview'), count(), intDiv(sum(gap_ms), 1000), any(referrer),
  any(source), any(country), any(browser), any(os)
FROM events WHERE product_id = '${product}' AND toYYYYMM(visit_start) = ${month} GROUP BY visit`,
]

interface Bounds {
  /** Seconds since 1970. */
  readonly from: number
  readonly to: number
  readonly timezone: string
}

/** By the name of the tile. */
export function plausibleQueries({ from, to, timezone }: Bounds): Readonly<Record<string, readonly string[]>> {
  const events = `events_v2 WHERE site_id = 1 AND timestamp >= toDateTime(${from}, 'UTC') AND timestamp < toDateTime(${to}, 'UTC')`
  // Each session that was active in the period counts.
  const sessions = `sessions_v2 WHERE site_id = 1 AND timestamp >= toDateTime(${from}, 'UTC') AND start < toDateTime(${to}, 'UTC')`
  const visitors = 'toUInt64(round(uniq(user_id))) AS visitors'
  const byDay = `toDate(toTimeZone(timestamp, '${timezone}')) AS day`
  const top = (key: string, table: string) => [
    `SELECT ${key} AS key, ${visitors} FROM ${table} GROUP BY key ORDER BY visitors DESC, key LIMIT 50`,
  ]
  return {
    'headline metrics': [
      `SELECT ${visitors}, toUInt64(round(countIf(name = 'pageview'))) AS pageviews FROM ${events}`,
      `SELECT toUInt64(round(sum(sign))) AS visits, toUInt32(ifNotFinite(round(sum(is_bounce * sign) / sum(sign) * 100), 0)) AS bounce_rate,
  toUInt32(ifNotFinite(round(sum(duration * sign) / sum(sign)), 0)) AS visit_duration FROM ${sessions}`,
    ],
    'pageviews by day': [
      `SELECT ${byDay}, countIf(name = 'pageview') AS pageviews FROM ${events} GROUP BY day ORDER BY day`,
    ],
    'visitors by day': [`SELECT ${byDay}, ${visitors} FROM ${events} GROUP BY day ORDER BY day`],
    'top pages': top('pathname', events),
    'top sources': top("if(empty(referrer_source), 'Direct / None', referrer_source)", sessions),
    'top countries': top('country_code', sessions),
    'entry pages': top('entry_page', sessions),
  }
}
