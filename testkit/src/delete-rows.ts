import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { TestDatabase } from './each-dialect.ts'

const OF_MIGRATIONS = "('schema_migrations', 'schema_migration_lock')"
const OWN_TABLES = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not in ${OF_MIGRATIONS}`,
  postgres: `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ${OF_MIGRATIONS}`,
}

/** Leaves the database as migrations leave it, so that snapshots do not grow from test to test. */
export async function deleteRows({ config }: Pick<TestDatabase, 'config'>): Promise<void> {
  if ('sqlite' in config) {
    const database = new SqliteDatabase(config.sqlite.path)
    try {
      database.pragma('foreign_keys = off')
      const tables = database.prepare<[], { name: string }>(OWN_TABLES.sqlite).all()
      database.exec(`begin; ${deletesFrom(tables)}; commit`)
    } finally {
      database.close()
    }
    return
  }
  const client = new pg.Client({ connectionString: config.postgres.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(OWN_TABLES.postgres)
    // As on a replica, no foreign key is checked.
    await client.query(`set session_replication_role = replica; ${deletesFrom(rows)}`)
  } finally {
    await client.end()
  }
}

function deletesFrom(tables: readonly { readonly name: string }[]): string {
  return tables.map(({ name }) => `delete from "${name}"`).join('; ')
}
