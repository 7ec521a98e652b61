import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import type { StoreConfig } from '../open-store.ts'

/** Runs a statement without the store, as an operator would with a console. */
export async function rawSql(config: StoreConfig, sql: string): Promise<Record<string, unknown>[]> {
  if ('sqlite' in config) return onSqlite(config.sqlite.path, sql)
  const client = new pg.Client({ connectionString: config.postgres.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function onSqlite(path: string, sql: string): Record<string, unknown>[] {
  const file = new SqliteFile(path)
  try {
    const statement = file.prepare<unknown[], Record<string, unknown>>(sql)
    if (statement.reader) return statement.all()
    statement.run()
    return []
  } finally {
    file.close()
  }
}
