import { chmodSync } from 'node:fs'
import SqliteFile from 'better-sqlite3'

/** How many rows each table holds, by its name. */
export type RowCounts = Readonly<Record<string, number>>

const ALL_PAGES = 0x7fffffff

/**
 * Copies the database into a new file, as it is at one moment, while others read and write it. The salts of visitors
 * are left out: they are destroyed after 48 hours, and a copy that outlives them would break that word. Answers what the
 * copy holds. Throws when the copy is not sound.
 */
export async function copySqlite(from: string, to: string): Promise<RowCounts> {
  const source = new SqliteFile(from, { fileMustExist: true })
  try {
    // In one step: between two, a busy service would change a page and the copying would begin again.
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  chmodSync(to, 0o600)
  const copy = new SqliteFile(to)
  try {
    // One file alone, without a log beside it.
    copy.pragma('journal_mode = delete')
    copy.pragma('secure_delete = on')
    if (tablesOf(copy).includes('daily_salts')) copy.exec('delete from daily_salts')
    return check(copy)
  } finally {
    copy.close()
  }
}

/** Reads a database through from end to end and counts its rows; throws when it is not sound. */
export function checkSqlite(path: string): RowCounts {
  const file = new SqliteFile(path, { fileMustExist: true, readonly: true })
  try {
    return check(file)
  } finally {
    file.close()
  }
}

function check(file: SqliteFile.Database): RowCounts {
  const verdict = file.pragma('integrity_check', { simple: true })
  if (verdict !== 'ok') throw new Error(`The SQLite file ${file.name} is damaged: ${String(verdict)}`)
  const count = (table: string) => file.prepare(`select count(*) from "${table}"`).pluck().get() as number
  return Object.fromEntries(tablesOf(file).map((table) => [table, count(table)]))
}

/** The names are those of our own migrations. */
function tablesOf(file: SqliteFile.Database): readonly string[] {
  const query = `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`
  return file.prepare(query).pluck().all() as string[]
}
