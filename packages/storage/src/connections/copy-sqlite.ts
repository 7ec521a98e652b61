import { chmodSync } from 'node:fs'
import SqliteFile from 'better-sqlite3'

/** The number of rows of each table, by its name. */
export type RowCounts = Readonly<Record<string, number>>

const ALL_PAGES = 0x7fffffff

/**
 * Copies a snapshot of the database into a new file while others read and write it. The salts of visitors are left out,
 * since they must not outlive 48 hours. Returns the row counts of the copy. Throws when the copy is damaged.
 */
export async function copySqlite(from: string, to: string): Promise<RowCounts> {
  const source = new SqliteFile(from, { fileMustExist: true })
  try {
    // In one step: a change between two steps would start the copy again.
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  chmodSync(to, 0o600)
  const copy = new SqliteFile(to)
  try {
    // One file, without a write-ahead log beside it.
    copy.pragma('journal_mode = delete')
    copy.pragma('secure_delete = on')
    if (tablesOf(copy).includes('daily_salts')) copy.exec('delete from daily_salts')
    return check(copy)
  } finally {
    copy.close()
  }
}

/** Checks the whole database and counts its rows; throws when it is damaged. */
export function checkSqlite(path: string): RowCounts {
  const file = new SqliteFile(path, { fileMustExist: true, readonly: true })
  try {
    return check(file)
  } finally {
    file.close()
  }
}

function check(file: SqliteFile.Database): RowCounts {
  const result = file.pragma('integrity_check', { simple: true })
  if (result !== 'ok') throw new Error(`The SQLite file ${file.name} is damaged: ${String(result)}`)
  const count = (table: string) => file.prepare(`select count(*) from "${table}"`).pluck().get() as number
  return Object.fromEntries(tablesOf(file).map((table) => [table, count(table)]))
}

/** Names come from our own migrations. */
export function tablesOf(file: SqliteFile.Database): readonly string[] {
  const query = `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`
  return file.prepare(query).pluck().all() as string[]
}
