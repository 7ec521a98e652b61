import { DatabaseSync } from 'node:sqlite'
import type { StoreConfig } from '@footfall/storage'
import pg from 'pg'

/** Runs statements without the store, like an operator with a console. */
export async function runSql(config: StoreConfig, sql: string): Promise<void> {
  if ('sqlite' in config) {
    const database = new DatabaseSync(config.sqlite.path)
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
