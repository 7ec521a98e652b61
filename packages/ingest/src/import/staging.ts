import { writeFile } from 'node:fs/promises'
import type { Engine } from '@footfall/warehouse'
import { insertSettings, text } from '@footfall/warehouse'

/**
 * Separator of the attributes in a staged row; values never contain it. As one text they cost a third of what columns
 * cost, in the insert and in window functions.
 */
export const ATTRIBUTE_SEPARATOR = '\u0001'

/** Inserts a block of staged rows exactly once. */
export async function insertStaged(engine: Engine, tsv: Uint8Array, token: string, scratch: string): Promise<void> {
  await insertTsv(engine, 'import_staging', tsv, token, scratch)
}

/**
 * Inserts a block exactly once. The embedded engine reads it from a file: text in a statement would be copied and
 * parsed several times.
 */
export async function insertTsv(
  engine: Engine,
  table: 'import_staging' | 'imported_days',
  tsv: Uint8Array,
  token: string,
  scratch: string,
): Promise<void> {
  if (engine.kind === 'remote') return engine.insert(table, 'TSV', Buffer.from(tsv).toString(), token)
  await writeFile(scratch, tsv, { mode: 0o600 })
  await engine.run(
    `INSERT INTO ${table} SETTINGS ${insertSettings(token, engine.cluster).join(', ')}, max_threads = 1,
  min_insert_block_size_rows = 100000000, min_insert_block_size_bytes = 100000000000, max_insert_block_size = 100000000
SELECT * FROM file(${text(scratch).text}, 'TSV')`,
    { purpose: 'ingest' },
  )
}
