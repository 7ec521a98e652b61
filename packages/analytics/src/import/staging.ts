import { writeFile } from 'node:fs/promises'
import type { Engine } from '../engine/engine.ts'
import { text, tokenLiteral } from '../engine/literal.ts'

/**
 * Rows of imports on their way: checked and described, not yet put into visits. A partition per import, in the order
 * in which visits are found. Parts are not merged: each is read once and dropped.
 */
export const IMPORT_STAGING = `CREATE TABLE IF NOT EXISTS import_staging (
  import_id String CODEC(ZSTD(1)),
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
  tracker LowCardinality(String)
) ENGINE = MergeTree
PARTITION BY import_id
ORDER BY (person, ts_ms, seq)
SETTINGS non_replicated_deduplication_window = 1000, index_granularity = 2048,
  max_bytes_to_merge_at_max_space_in_pool = 1, parts_to_delay_insert = 100000, parts_to_throw_insert = 100000`

/**
 * The attributes that a visit takes over from its first event, in the order in which `attributes` holds them. As one
 * text they cost a third of what they cost as columns, on their way into the table and through its windows.
 */
export const VISIT_ATTRIBUTES = [
  'referrer',
  'channel',
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'screen_size',
] as const

/** Between attributes; a value never holds it. */
export const ATTRIBUTE_SEPARATOR = '\u0001'

/**
 * Inserts a block once. The engine in process reads it from a file: text in a statement would be copied and parsed
 * several times over.
 */
export async function insertStaged(engine: Engine, rows: string, token: string, scratch: string): Promise<void> {
  if (engine.kind === 'remote') return engine.insert('import_staging', 'TSV', rows, token)
  await writeFile(scratch, rows, { mode: 0o600 })
  await engine.run(
    `INSERT INTO import_staging SETTINGS insert_deduplication_token = ${tokenLiteral(token)}, insert_deduplicate = 1, max_threads = 1,
  min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 100000000000, max_insert_block_size = 100000000
SELECT * FROM file(${text(scratch).text}, 'TSV')`,
    { purpose: 'ingest' },
  )
}

export async function dropStaged(engine: Engine, importId: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(importId)) throw new TypeError('not the id of an import')
  await engine.run(`ALTER TABLE import_staging DROP PARTITION '${importId}'`)
}
