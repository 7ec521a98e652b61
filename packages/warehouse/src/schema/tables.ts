/**
 * The analytics schema. Visit facts are additive columns that the collector computes once, so every headline number
 * is one pass without a group by visit, and sums into the rollup.
 *
 *   visits        = sum(visit_starts)
 *   bounces       = sum(visit_starts) − sum(unbounce)
 *   total time    = sum(gap_ms)
 *                   (the last two over the rows of the visits that began in the period, whenever the rows came)
 *   entry pages   = rows with pv_seq = 1
 *
 * The columns of dimensions come from the table of dimensions; those that describe a visit (entry_path and what
 * VISIT_ATTRIBUTES lists) have one value on all rows of the visit.
 */
import {
  DIMENSION_TABLE,
  DIMENSIONS,
  type DimensionColumn,
  IMPORTED_NUMBERS,
  type ImportedNumber,
  WEB_VITALS,
} from '@footfall/core-domain'
import type { TableName } from '../engine/engine.ts'
import { DAY_KEYS, DAY_NUMBER_COLUMNS } from './day-numbers.ts'
import { CLASS_OF_EVENT } from './traffic.ts'

export interface Table {
  readonly name: TableName | 'events_15m' | 'event_days' | 'moved_quarters' | DayTable
  readonly columns: string
  readonly engine: 'MergeTree' | 'AggregatingMergeTree' | 'ReplacingMergeTree'
  /** Arguments of the engine, such as the column of the version of a row. */
  readonly engineArguments?: string
  readonly order: string
  /** The shard of a row in a cluster. Rows that are merged with each other need the same value. */
  readonly shardBy: string
  readonly settings?: readonly string[]
  /** Those that only the embedded engine gets: a server has processors of its own, and may be too old for them. */
  readonly embeddedSettings?: readonly string[]
  /** Columns that came later than the table, as `ADD COLUMN` takes them, for tables without a version. */
  readonly later?: readonly string[]
}

/** Tables that the job which closes days writes. */
export type DayTable = 'closed_days' | 'day_figures'

export interface View {
  readonly name: string
  readonly target: Table['name']
  readonly source: Table['name']
  /** The query, up to its FROM. */
  readonly select: string
  /** What comes after the source, which is called `e`. */
  readonly rest: string
}

const TYPES: Readonly<Record<DimensionColumn['type'], string>> = {
  text: 'String CODEC(ZSTD(3))',
  label: 'LowCardinality(String) CODEC(ZSTD(1))',
  country: 'LowCardinality(FixedString(2)) CODEC(ZSTD(1))',
}

/** The columns of dimensions, in their order, as `CREATE TABLE` and `ADD COLUMN` take them. */
export const DIMENSION_COLUMNS: readonly { readonly name: string; readonly definition: string }[] = DIMENSIONS.flatMap(
  (dimension) => {
    const { column } = DIMENSION_TABLE[dimension]
    return column === undefined ? [] : { name: column.name, definition: `${column.name} ${TYPES[column.type]}` }
  },
)

/** The import that a row came with; empty for what was collected, and for what was imported before there was the column. */
export const IMPORT_COLUMN = 'import LowCardinality(String) CODEC(ZSTD(1))'

/** A hash of the id that its sender gave an event; 0 for one without. */
export const EVENT_ID_COLUMN = 'event_id UInt64 CODEC(ZSTD(1))'

/** The evidence on a visit up to this event, and its class: see `traffic.ts`. 0 on rows from before there were classes. */
export const EVIDENCE_COLUMN = 'evidence UInt16 CODEC(ZSTD(1))'

/** The class of the visits of a row of the rollup, by its number: see `traffic.ts`. */
export const CLASS_COLUMN = 'class UInt8 CODEC(ZSTD(1))'

/**
 * What pages report of their speed and their script errors, on rows of kind `engagement`: such a row belongs to a visit
 * and is not an event. −1 means not measured, and compresses to almost nothing.
 */
export const PAGE_REPORT_COLUMNS: readonly string[] = [
  ...WEB_VITALS.map((vital) => `${vital} Int32 DEFAULT -1 CODEC(ZSTD(1))`),
  'error_count Int32 DEFAULT -1 CODEC(ZSTD(1))',
  'error UInt64 CODEC(ZSTD(1))',
  ...['error_message', 'error_source', 'error_stack'].map((column) => `${column} String CODEC(ZSTD(3))`),
]

/**
 * Up to so many rows the columns of parts are merged together. One after the other, which is the engine’s choice from
 * 131,072 rows on, takes less memory and twice the processor time, and new rows are merged several times.
 */
export const MERGED_AT_ONCE = 'vertical_merge_algorithm_min_rows_to_activate = 1000000'

/**
 * Ten parts of a size are merged at once, where the engine would merge five: it wrote each row of a steady stream of blocks two to
 * three times as often. Reports read a few small parts more (docs/decisions/event-batches.md).
 */
export const MERGED_LATER = 'merge_selector_base = 10'

/**
 * The columns of the headline numbers are packed with LZ4, which is the engine's own choice and the fastest to read;
 * the others with ZSTD. 28.5 bytes an event became 22.3, and no report got slower (docs/scaling.md).
 *
 * A shard has whole visits. An identified visitor is on several shards, and so may be the rows of a visit in which one
 * was named, if they went by visitors: what is about visitors asks all shards. Rows without a visit go anywhere.
 */
export const EVENTS: Table = {
  name: 'events',
  columns: `product_id LowCardinality(String),
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
  ${DIMENSION_COLUMNS.map(({ definition }) => definition).join(',\n  ')},
  engaged_ms UInt32 CODEC(ZSTD(1)),
  scroll UInt8 CODEC(ZSTD(1)),
  revenue Decimal(18, 4) CODEC(ZSTD(1)),
  currency LowCardinality(String) CODEC(ZSTD(1)),
  props Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  tracker LowCardinality(String) CODEC(ZSTD(1)),
  ${[IMPORT_COLUMN, ...PAGE_REPORT_COLUMNS, EVENT_ID_COLUMN, EVIDENCE_COLUMN].join(',\n  ')}`,
  engine: 'MergeTree',
  order: `PARTITION BY toYYYYMM(ts)
PRIMARY KEY (product_id, toStartOfHour(ts), visit)
ORDER BY (product_id, toStartOfHour(ts), visit, ts)`,
  shardBy: 'cityHash64(product_id, if(visit = 0, toUInt64(toUnixTimestamp64Milli(ts)), visit))',
  settings: ['fsync_after_insert = 1', MERGED_AT_ONCE],
  embeddedSettings: [MERGED_LATER],
}

/** The class came later than the table, so it is not in the primary key. */
export const QUARTER_ORDER = '(product_id, t, class)'

/** Fifteen minutes, so that the days of every time zone begin on an edge (Kathmandu is at +5:45). */
const ROLLUP: Table = {
  name: 'events_15m',
  columns: `product_id LowCardinality(String),
  t DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  ${CLASS_COLUMN},
  pageviews SimpleAggregateFunction(sum, UInt64),
  customs SimpleAggregateFunction(sum, UInt64),
  visits SimpleAggregateFunction(sum, UInt64),
  unbounced SimpleAggregateFunction(sum, UInt64),
  gap_ms SimpleAggregateFunction(sum, UInt64),
  visitors AggregateFunction(uniqExact, UInt64)`,
  engine: 'AggregatingMergeTree',
  order: `PARTITION BY toYYYYMM(t)
PRIMARY KEY (product_id, t)
ORDER BY ${QUARTER_ORDER}`,
  // Unused, because its views write on the shard of the events; a Distributed table requires one.
  shardBy: 'cityHash64(product_id, t)',
}

const ROLLUP_VIEW: View = {
  name: 'events_15m_mv',
  target: 'events_15m',
  source: 'events',
  select: `SELECT
  product_id,
  toStartOfFifteenMinutes(ts) AS t,
  ${CLASS_OF_EVENT.text} AS class,
  countIf(kind = 'pageview') AS pageviews,
  countIf(kind = 'custom') AS customs,
  sum(visit_starts) AS visits,
  uniqExactStateIf(visitor, kind != 'engagement' AND visitor != 0) AS visitors`,
  rest: 'GROUP BY product_id, t, class',
}

/**
 * What happens late in a visit counts where the visit began, so that no quarter of an hour has more visits that went
 * on than visits.
 */
const ROLLUP_VISITS_VIEW: View = {
  name: 'events_15m_visits_mv',
  target: 'events_15m',
  source: 'events',
  select: `SELECT
  product_id,
  toStartOfFifteenMinutes(visit_start) AS t,
  ${CLASS_OF_EVENT.text} AS class,
  sum(unbounce) AS unbounced,
  sum(e.gap_ms) AS gap_ms`,
  rest: `WHERE unbounce = 1 OR e.gap_ms > 0
GROUP BY product_id, t, class`,
}

/**
 * How many rows of `events` belong to each day, the UTC day on which their visit began. It changes with every new
 * row, which shows that a closed day is no longer complete.
 */
const EVENT_DAYS: Table = {
  name: 'event_days',
  columns: `product_id LowCardinality(String),
  day Date,
  rows SimpleAggregateFunction(sum, Int64)`,
  engine: 'AggregatingMergeTree',
  order: 'ORDER BY (product_id, day)',
  shardBy: 'cityHash64(product_id, day)',
}

const EVENT_DAYS_VIEW: View = {
  name: 'event_days_mv',
  target: 'event_days',
  source: 'events',
  select: `SELECT
  product_id,
  toDate(visit_start) AS day,
  toInt64(count()) AS rows`,
  rest: 'GROUP BY product_id, day',
}

/** Days with visitors whose names last longer than a day. They do not add up, so they are never closed. */
const NAMED_DAYS: Table = {
  name: 'named_days',
  columns: `product_id LowCardinality(String),
  day Date`,
  engine: 'ReplacingMergeTree',
  order: 'ORDER BY (product_id, day)',
  shardBy: 'cityHash64(product_id)',
}

const IDENTIFIED_DAYS_VIEW: View = {
  name: 'identified_days_mv',
  target: 'named_days',
  source: 'events',
  select: `SELECT
  product_id,
  toDate(visit_start) AS day`,
  rest: 'WHERE identified = 1 GROUP BY product_id, day',
}

/**
 * When each identified visitor was first and last there, over everything that was ever collected: what retention removes
 * must not turn anybody into a new visitor. `first_visit` is when the visit began in which the visitor was named first.
 */
const IDENTIFIED_VISITORS: Table = {
  name: 'identified_visitors',
  columns: `product_id LowCardinality(String),
  visitor UInt64,
  first_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  first_visit SimpleAggregateFunction(min, DateTime('UTC')),
  last_at SimpleAggregateFunction(max, DateTime64(3, 'UTC'))`,
  engine: 'AggregatingMergeTree',
  order: 'ORDER BY (product_id, visitor)',
  shardBy: 'cityHash64(product_id, visitor)',
}

const IDENTIFIED_VISITORS_VIEW: View = {
  name: 'identified_visitors_mv',
  target: 'identified_visitors',
  source: 'events',
  select: `SELECT
  product_id,
  visitor,
  min(ts) AS first_at,
  min(visit_start) AS first_visit,
  max(ts) AS last_at`,
  rest: "WHERE identified = 1 AND kind != 'engagement' GROUP BY product_id, visitor",
}

/**
 * The days that are closed. The row of the highest version counts; its numbers are complete before it is written. `rows`
 * is what `event_days` said before the numbers were computed, `cut` the midnight of the product's zone after the day
 * began, `last_at` the instant of the last event, `dimensions` the lists of dimensions whose numbers are kept.
 */
const CLOSED_DAYS: Table = {
  name: 'closed_days',
  columns: `product_id LowCardinality(String),
  day Date,
  version UInt64,
  rows Int64,
  cut DateTime('UTC'),
  last_at DateTime64(3, 'UTC'),
  dimensions Array(String)`,
  engine: 'ReplacingMergeTree',
  engineArguments: 'version',
  order: 'ORDER BY (product_id, day)',
  shardBy: 'cityHash64(product_id)',
}

/** The numbers of closed days, see `day-numbers.ts`. `dimension` is a list of dimensions, empty for the whole day, and says whose numbers they are. */
const DAY_FIGURES: Table = {
  name: 'day_figures',
  columns: `product_id LowCardinality(String),
  dimension LowCardinality(String),
  day Date,
  version UInt64 CODEC(ZSTD(1)),
  ${DAY_KEYS.map((key) => `${key} String CODEC(ZSTD(3))`).join(',\n  ')},
  ${DAY_NUMBER_COLUMNS.join(',\n  ')}`,
  engine: 'MergeTree',
  // A report of 90 days reads one or two years of few rows: by month it took a third longer, and by 8,192 rows a fifth.
  order: `PARTITION BY toYear(day)
ORDER BY (product_id, dimension, ${DAY_KEYS.join(', ')}, day)`,
  settings: ['index_granularity = 1024'],
  shardBy: 'cityHash64(product_id, dimension, key_0)',
}

/** Visits whose class changed after rows of it were written, until these have the class that they have now. */
const MOVED_VISITS: Table = {
  name: 'moved_visits',
  columns: `product_id LowCardinality(String),
  visit UInt64,
  visit_start DateTime('UTC'),
  evidence UInt16,
  decided_at DateTime64(3, 'UTC')`,
  engine: 'MergeTree',
  order: 'ORDER BY (product_id, visit)',
  shardBy: 'cityHash64(product_id, visit)',
}

/** Quarters of an hour whose rollup has visits under a class that they had before. Of these, classes are counted from rows. */
const MOVED_QUARTERS: Table = {
  name: 'moved_quarters',
  columns: `product_id LowCardinality(String),
  t DateTime('UTC')`,
  engine: 'ReplacingMergeTree',
  order: 'ORDER BY (product_id, t)',
  shardBy: 'cityHash64(product_id)',
}

/** What was collected and not counted, by hour and reason. */
const REJECTED: Table = {
  name: 'rejected_events',
  columns: `product_id LowCardinality(String),
  hour DateTime('UTC'),
  reason LowCardinality(String),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))`,
  engine: 'AggregatingMergeTree',
  order: `PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, reason)`,
  shardBy: 'cityHash64(product_id)',
}

/** Events that came through a proxy, by hour, the hostname asked, and whether the client's address came along. */
const PROXIED: Table = {
  name: 'proxied_events',
  columns: `product_id LowCardinality(String),
  hour DateTime('UTC'),
  hostname String,
  client_address Enum8('forwarded' = 1, 'untrusted' = 2, 'missing' = 3),
  count SimpleAggregateFunction(sum, UInt64),
  last_at SimpleAggregateFunction(max, DateTime('UTC'))`,
  engine: 'AggregatingMergeTree',
  order: `PARTITION BY toYYYYMM(hour)
ORDER BY (product_id, hour, hostname, client_address)`,
  shardBy: 'cityHash64(product_id)',
}

/** Whether a hit is by the crawler that its user agent names. Hits of releases before it are `unknown`. */
export const VERIFIED_COLUMN = "verified Enum8('unknown' = 0, 'true' = 1, 'false' = 2) DEFAULT 'unknown'"

const CRAWLER_HITS: Table = {
  name: 'crawler_hits',
  columns: `product_id LowCardinality(String),
  ts DateTime('UTC') CODEC(Delta(4), ZSTD(1)),
  crawler LowCardinality(String),
  purpose Enum8('search' = 1, 'ai_training' = 2, 'ai_assistant' = 3, 'monitoring' = 4, 'other' = 5),
  hostname LowCardinality(String),
  path String CODEC(ZSTD(1)),
  status UInt16,
  seen_by Enum8('collector' = 1, 'intake' = 2),
  ${VERIFIED_COLUMN},
  ${IMPORT_COLUMN}`,
  engine: 'MergeTree',
  order: `PARTITION BY toYYYYMM(ts)
ORDER BY (product_id, toDate(ts), crawler, ts)`,
  shardBy: 'cityHash64(product_id, ts, crawler)',
}

/** One row per day and key as the provider reports it; a later sync of the same day replaces the earlier one. */
const SEARCH_CONSOLE: Table = {
  name: 'search_console',
  columns: `product_id LowCardinality(String),
  date Date,
  query String CODEC(ZSTD(1)),
  page String CODEC(ZSTD(1)),
  country LowCardinality(String),
  device LowCardinality(String),
  clicks UInt32,
  impressions UInt32,
  position Float64,
  synced_at DateTime64(3, 'UTC')`,
  engine: 'ReplacingMergeTree',
  engineArguments: 'synced_at',
  order: `PARTITION BY toYYYYMM(date)
ORDER BY (product_id, date, query, page, country, device)`,
  // Rows replace each other on their own shard only, so all of a key must be on one.
  shardBy: 'cityHash64(product_id, query)',
}

const IMPORTED_NUMBER_TYPES: Readonly<Record<ImportedNumber, 'UInt64' | 'Float64'>> = {
  visitors: 'UInt64',
  visits: 'UInt64',
  pageviews: 'UInt64',
  events: 'UInt64',
  bounces: 'UInt64',
  visit_seconds: 'Float64',
  page_seconds: 'Float64',
  page_visits: 'UInt64',
}

/**
 * The daily numbers of imports, as their source reports them: a row for each day and key of a dimension, and one for the
 * whole day with an empty `dimension`. `day` is a day of the product's zone. `key` is the first of `keys`. A number that
 * the source does not report is null.
 */
const IMPORTED_DAYS: Table = {
  name: 'imported_days',
  columns: `product_id LowCardinality(String),
  import String CODEC(ZSTD(1)),
  source LowCardinality(String),
  day Date,
  dimension LowCardinality(String),
  key String CODEC(ZSTD(3)),
  keys Array(String) CODEC(ZSTD(3)),
  ${IMPORTED_NUMBERS.map((number) => `${number} Nullable(${IMPORTED_NUMBER_TYPES[number]})`).join(',\n  ')}`,
  engine: 'MergeTree',
  order: `PARTITION BY toYear(day)
ORDER BY (product_id, dimension, day, key)`,
  // Which of several imports counts on a day is decided where the rows are, so a product is on one shard.
  shardBy: 'cityHash64(product_id)',
  settings: ['index_granularity = 1024'],
}

/**
 * The events that imports brought, by an id of what they were exported from, so that an event of two exports counts once.
 * `day` is the UTC day of the event.
 */
const IMPORTED_EVENT_IDS: Table = {
  name: 'imported_event_ids',
  columns: `product_id LowCardinality(String),
  import String CODEC(ZSTD(1)),
  day Date,
  id UInt64`,
  engine: 'ReplacingMergeTree',
  order: `PARTITION BY toYear(day)
ORDER BY (product_id, day, import, id)`,
  shardBy: 'cityHash64(product_id)',
}

/** Whether a custom event ends a bounce, and what a page reports of itself, as one text. */
const IMPORT_STAGING_LATER: readonly string[] = ['interactive UInt8 DEFAULT 1', 'report String']

/**
 * Rows of imports on their way: checked and described, not yet put into visits. A partition per import, in the order
 * in which visits are found. Parts are not merged: each is read once and dropped.
 */
export const IMPORT_STAGING: Table = {
  name: 'import_staging',
  columns: `import_id String CODEC(ZSTD(1)),
  person UInt64,
  visitor UInt64,
  ts_ms Int64,
  seq UInt64,
  kind Enum8('pageview' = 1, 'custom' = 2, 'engagement' = 3, 'crawler' = 4),
  name LowCardinality(String),
  hostname LowCardinality(String),
  path String,
  attributes String,
  engaged_ms UInt32,
  scroll UInt8,
  revenue Decimal(18, 4),
  currency LowCardinality(String),
  props Map(LowCardinality(String), String),
  tracker LowCardinality(String),
  title String,
  ${IMPORT_STAGING_LATER.join(',\n  ')}`,
  engine: 'MergeTree',
  order: `PARTITION BY import_id
ORDER BY (person, ts_ms, seq)`,
  shardBy: 'person',
  settings: [
    'index_granularity = 2048',
    'max_bytes_to_merge_at_max_space_in_pool = 1',
    'parts_to_delay_insert = 100000',
    'parts_to_throw_insert = 100000',
  ],
  later: ['title String', ...IMPORT_STAGING_LATER],
}

export const TABLES: readonly Table[] = [
  EVENTS,
  ROLLUP,
  EVENT_DAYS,
  NAMED_DAYS,
  IDENTIFIED_VISITORS,
  CLOSED_DAYS,
  DAY_FIGURES,
  REJECTED,
  PROXIED,
  CRAWLER_HITS,
  SEARCH_CONSOLE,
  IMPORTED_DAYS,
  IMPORTED_EVENT_IDS,
  MOVED_VISITS,
  MOVED_QUARTERS,
]

/** The views that sum events up by quarters of an hour. */
export const ROLLUP_VIEWS: readonly View[] = [ROLLUP_VIEW, ROLLUP_VISITS_VIEW]

export const VIEWS: readonly View[] = [...ROLLUP_VIEWS, EVENT_DAYS_VIEW, IDENTIFIED_DAYS_VIEW, IDENTIFIED_VISITORS_VIEW]
