import type { AuditEntry, AuditTransaction } from '@footfall/core-domain'
import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import { type RowCounts, tablesOf } from '../connections/copy-sqlite.ts'
import { toRow } from '../repositories/audit.ts'

/** A move that is not possible. The message is for the operator; nothing was changed. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const PARAMETERS_MAX = 30_000
/** The record of migrations, which both databases have. */
const NOT_COPIED = new Set(['schema_migrations', 'schema_migration_lock'])
/** A server that was only started has rows here; the source has none of `engine_claim`. */
const REPLACED = new Set(['daily_salts', 'engine_claim'])
/** The order of tables that refer to themselves: referenced rows first. */
const ORDER: Readonly<Record<string, string>> = { account_tokens: 'depth' }

/**
 * Copies every row of the control data from a SQLite file into an unused PostgreSQL database of the same schema, and calls
 * `record`, in one transaction. Throws `MoveError`.
 */
export async function copyControlData(
  sqlitePath: string,
  postgresUrl: string,
  record?: (tx: AuditTransaction) => Promise<void>,
): Promise<RowCounts> {
  const source = new SqliteFile(sqlitePath, { fileMustExist: true, readonly: true })
  const target = new pg.Client({ connectionString: postgresUrl, application_name: 'footfall' })
  try {
    await target.connect()
    await target.query('begin isolation level serializable')
    await assertSameSchema(source, target)
    const counts: Record<string, number> = {}
    for (const table of tablesByReference(source)) counts[table] = await copyTable(source, target, table)
    await record?.({ store: { audit: { append: (entry) => insertEntry(target, entry) } } })
    await target.query('commit')
    return counts
  } finally {
    await target.end()
    source.close()
  }
}

async function assertSameSchema(source: SqliteFile.Database, target: pg.Client): Promise<void> {
  const query = 'select name from schema_migrations order by name'
  const inSource = source.prepare<[], { name: string }>(query).all()
  const inTarget = (await target.query<{ name: string }>(query)).rows
  if (JSON.stringify(inSource) !== JSON.stringify(inTarget))
    throw new MoveError('The two databases are of different versions; run `footfall migrate` on each of them first.')
}

/** Referenced tables first. */
function tablesByReference(source: SqliteFile.Database): readonly string[] {
  const ordered = new Set<string>()
  const add = (table: string) => {
    if (ordered.has(table) || NOT_COPIED.has(table)) return
    const references = source.prepare(`select distinct "table" from pragma_foreign_key_list(?)`).pluck().all(table)
    for (const other of references as string[]) if (other !== table) add(other)
    ordered.add(table)
  }
  for (const table of tablesOf(source)) add(table)
  return [...ordered]
}

async function copyTable(source: SqliteFile.Database, target: pg.Client, table: string): Promise<number> {
  const into = target.escapeIdentifier(table)
  if (REPLACED.has(table)) await target.query(`delete from ${into}`)
  if ((await countRows(target, into)) > 0)
    throw new MoveError(`The PostgreSQL database is in use already: ${table} has rows. Move into an empty one.`)
  const columns = source.prepare(`select name from pragma_table_info(?)`).pluck().all(table) as string[]
  const names = columns.map((column) => target.escapeIdentifier(column)).join(', ')
  const rowsMax = Math.floor(PARAMETERS_MAX / columns.length)
  let copied = 0
  const rows = source
    .prepare(`select ${names} from ${into} order by ${ORDER[table] ?? '1'}`)
    .raw()
    .iterate() as Iterable<unknown[]>
  for (const batch of batches(rows, rowsMax)) {
    const places = batch.map((_, row) => `(${columns.map((_, i) => `$${row * columns.length + i + 1}`).join(', ')})`)
    await target.query(`insert into ${into} (${names}) values ${places.join(', ')}`, batch.flat())
    copied += batch.length
  }
  const stored = await countRows(target, into)
  if (stored !== copied) throw new Error(`${copied} rows of ${table} were copied, but ${stored} are stored.`)
  return copied
}

async function insertEntry(target: pg.Client, entry: AuditEntry): Promise<void> {
  const row = Object.entries(toRow(entry))
  const names = row.map(([name]) => target.escapeIdentifier(name)).join(', ')
  const places = row.map((_, i) => `$${i + 1}`).join(', ')
  const values = row.map(([, value]) => value)
  await target.query(`insert into audit_entries (${names}) values (${places})`, values)
}

async function countRows(target: pg.Client, table: string): Promise<number> {
  const { rows } = await target.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? 0
}

function* batches<T>(rows: Iterable<T>, size: number): Iterable<readonly T[]> {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
