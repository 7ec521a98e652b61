import type { StoreConfig } from '@footfall/storage'
import SqliteFile from 'better-sqlite3'
import pg from 'pg'

/** Runs statements without the store, like an operator with a console. */
export async function runSql(config: StoreConfig, sql: string): Promise<void> {
  if ('sqlite' in config) {
    // The library of the store: two that lock the same file in one process end each other's locks.
    const database = new SqliteFile(config.sqlite.path)
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
    return
  }
  const client = new pg.Client({ connectionString: config.postgres.url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
