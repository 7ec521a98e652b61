import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { TestDatabase } from './each-dialect.ts'

/** Every row of every table, to check that nothing was written between two snapshots. */
export type Snapshot = Readonly<Record<string, readonly string[]>>

export function snapshot({ config }: Pick<TestDatabase, 'config'>): Promise<Snapshot> {
  return 'sqlite' in config ? ofSqlite(config.sqlite.path) : ofPostgres(config.postgres.url)
}

async function ofSqlite(path: string): Promise<Snapshot> {
  const database = new SqliteDatabase(path, { readonly: true })
  try {
    const tables = database.prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'").all()
    const toText = (row: unknown) => JSON.stringify(row)
    return sorted(tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all().map(toText)]))
  } finally {
    database.close()
  }
}

async function ofPostgres(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    // A query for each table would take most of the time.
    const selects = tables.rows.map(
      ({ name }) => `select '${name}' as name, row_to_json(t)::text as row from "${name}" t`,
    )
    const { rows } = await client.query<{ name: string; row: string }>(selects.join(' union all '))
    const byTable = Map.groupBy(rows, ({ name }) => name)
    return sorted(tables.rows.map(({ name }) => [name, (byTable.get(name) ?? []).map(({ row }) => row)]))
  } finally {
    await client.end()
  }
}

function sorted(tables: readonly (readonly [string, readonly string[]])[]): Snapshot {
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.toSorted()]))
}
