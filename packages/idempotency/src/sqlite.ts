import { assertFunctions } from './option-checks.ts'
import type { IdempotencyRecord, KeyRef, SyncStore } from './records.ts'
import { entryOf, type Resolver } from './resolver.ts'
import { claimValues, parseRow, requestOf } from './sql/rows.ts'
import { listValues, type Statements, statementsOn } from './sql/statements.ts'
import { ADDED_COLUMNS, schemaOf, type TableOptions, tablesOf } from './sql/tables.ts'

export type { TableOptions } from './sql/tables.ts'

/** What is needed of a database of `better-sqlite3`, or of `node:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  /** Whether a transaction is open: the name in `better-sqlite3`. */
  readonly inTransaction?: boolean
  /** The same in `node:sqlite`. */
  readonly isTransaction?: boolean
}

export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint }
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
}

export type SqliteValue = string | number | null

export interface SqliteRecords<Db extends SqliteDatabase> extends SyncStore<Db>, Resolver<Db> {
  /** Creates the tables where they do not exist, and adds the columns that earlier ones lack. */
  create(): Promise<void>
}

/** The statements that create the tables, for a host that has migrations of its own. */
export function sqliteSchema(options: TableOptions = {}): string {
  return schemaOf(tablesOf(options), { bigint: 'integer', recordsWith: '', indexUsing: '' })
}

/**
 * Runs work in one transaction on this connection, which takes the write lock first. Throws what the work throws, after the
 * transaction was rolled back, and an error of SQLite when a transaction is open or the lock is not free in time.
 */
export function sqliteTransaction<Db extends SqliteDatabase>(db: Db): <T>(work: (tx: Db) => T) => T {
  assertFunctions('db.', db, ['exec', 'prepare'])
  return (work) => {
    db.exec('begin immediate')
    try {
      const done = work(db)
      db.exec('commit')
      return done
    } catch (error) {
      if (isOpen(db)) db.exec('rollback')
      throw error
    }
  }
}

/** Records in SQLite. Every method but `complete`, `completeNow` and `resolve` refuses to run inside a transaction. */
export function sqliteRecords<Db extends SqliteDatabase>(db: Db, options: TableOptions = {}): SqliteRecords<Db> {
  assertFunctions('db.', db, ['exec', 'prepare'])
  const statements = statementsOn(tablesOf(options))
  const prepared = new Map<string, SqliteStatement>()
  /** Prepared when it is first used: the tables may be created later. */
  const statement = (text: string): SqliteStatement => {
    const made = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, made)
    return made
  }
  return {
    ...recordsOn(db, statements, statement),
    ...resolverOn(statements, statement),
    async create() {
      db.exec(sqliteSchema(options))
      addColumns(db, tablesOf(options).records)
    },
  }
}

/** SQLite has no `add column if not exists`. Another process may add them at the same time. */
function addColumns(db: SqliteDatabase, records: string): void {
  for (const column of ADDED_COLUMNS) {
    if (hasColumn(db, records, column)) continue
    try {
      db.exec(`alter table ${records} add column ${column} text`)
    } catch (error) {
      if (!hasColumn(db, records, column)) throw error
    }
  }
}

function hasColumn(db: SqliteDatabase, records: string, column: string): boolean {
  const [table, schema = 'main'] = records.split('.').reverse()
  const found = db.prepare('select 1 from pragma_table_info(?, ?) where name = ?').all(table ?? '', schema, column)
  return found.length > 0
}

type Prepare = (text: string) => SqliteStatement

function recordsOn<Db extends SqliteDatabase>(db: Db, statements: Statements, statement: Prepare): SyncStore<Db> {
  /** Committed with a transaction of the host, a claim would come too late and could be rolled back. */
  const alone = (text: string): SqliteStatement => {
    if (isOpen(db)) throw new Error('A transaction is open on this connection, so nothing can be committed beside it.')
    return statement(text)
  }
  const changed = (made: SqliteStatement, ...values: SqliteValue[]) => Number(made.run(...values).changes)
  const find = ({ owner, key }: KeyRef): IdempotencyRecord | undefined => {
    const row = alone(statements.find).get(owner, key)
    return row ? parseRow(row) : undefined
  }
  const completeNow: SyncStore<Db>['completeNow'] = (tx, { id }, { result, completedAt, expiresAt }) => {
    if (tx !== db || !isOpen(db))
      throw new Error('A claim can only be completed inside a transaction of its connection.')
    return changed(statement(statements.complete), result, completedAt, expiresAt, id) === 1
  }
  return {
    async claim(claim) {
      for (;;) {
        // Most claims of a held key are replays, which must not wait for the one writer.
        const held = find(claim)
        if (held !== undefined) return held
        // Otherwise another process took the key in between.
        if (changed(alone(statements.claim), ...claimValues(claim)) === 1) return undefined
      }
    },
    find: async (ref) => find(ref),
    renew: async ({ id }, leaseUntil) => changed(alone(statements.renew), leaseUntil, id) === 1,
    async release({ id }) {
      changed(alone(statements.release), id)
    },
    complete: async (tx, claim, completion) => completeNow(tx, claim, completion),
    completeNow,
    async removeExpired({ owner, key }, now) {
      changed(alone(statements.removeExpired), now, owner, key)
    },
    async purge(now) {
      const removed = changed(alone(statements.purge), now)
      changed(alone(statements.purgeRenewals))
      return removed
    },
    retake: async ({ id }, { id: next, claimedAt: now, leaseUntil }) =>
      changed(alone(statements.retake()), next, now, leaseUntil, id, now, now) === 1,
  }
}

function isOpen(db: SqliteDatabase): boolean {
  return db.inTransaction ?? db.isTransaction ?? false
}

function resolverOn<Db extends SqliteDatabase>(statements: Statements, statement: Prepare): Resolver<Db> {
  const inspect = (id: string) => {
    const row = statement(statements.inspect).get(id)
    return row ? parseRow(row) : undefined
  }
  return {
    async list({ status, now, limit }) {
      const rows = statement(statements.list(status)).all(...listValues(status, now), limit)
      return rows.map((row) => entryOf(parseRow(row), now))
    },
    async inspect(id, now) {
      const record = inspect(id)
      return record && entryOf(record, now)
    },
    async resolve(id, as, at) {
      const row =
        as === 'executed'
          ? statement(statements.keepAsExecuted).get(at, id, at, at)
          : statement(statements.free).get(id, at, at)
      if (row) return { kind: 'resolved', request: requestOf(row) }
      const record = inspect(id)
      return record ? { kind: 'not_blocked', entry: entryOf(record, at) } : { kind: 'missing' }
    },
  }
}
