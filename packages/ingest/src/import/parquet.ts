import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { Engine } from '@footfall/warehouse'
import { sql, text } from '@footfall/warehouse'

/**
 * ClickHouse converts Parquet to NDJSON beside the import’s state; the rest is the same as for NDJSON. A remote engine
 * cannot read this machine’s files, so an in-memory one does.
 */
export async function parquetToNdjson(engine: Engine, parquet: string, ndjson: string): Promise<void> {
  if (existsSync(ndjson)) return
  // One thread in the file’s order, so that the text is the same every time and line numbers are row numbers.
  const draft = `${ndjson}.part`
  const convert = sql`INSERT INTO FUNCTION file(${text(draft)}, 'JSONEachRow')
SETTINGS max_threads = 1, input_format_parquet_preserve_order = 1, date_time_output_format = 'iso',
  output_format_json_quote_64bit_integers = 0, output_format_json_named_tuples_as_objects = 1, engine_file_truncate_on_insert = 1
SELECT * FROM file(${text(parquet)}, 'Parquet')`.text
  await (engine.kind === 'embedded' ? engine.run(convert) : runInMemory(convert))
  await rename(draft, ndjson)
}

async function runInMemory(statement: string): Promise<void> {
  const { Session } = await import('chdb')
  const session = new Session(':memory:')
  try {
    await session.queryAsync(statement)
  } finally {
    session.close()
  }
}
