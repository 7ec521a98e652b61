import { assertFunctions } from './option-checks.ts'
import { KeyHeld, type SyncOneTransactionStore, type SyncStore } from './records.ts'
import { rulesOn } from './sql/rules.ts'
import { type Outcome, type Row, runStepsNow, type Statement, type Steps } from './sql/steps.ts'
import { type Database, recordsOn, resolverOn, type SqlResolver } from './sql/store.ts'
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
  all(...values: SqliteValue[]): unknown[]
}

export type SqliteValue = string | number | null

export interface SqliteRecords<Db extends SqliteDatabase>
  extends SyncStore<Db>,
    SyncOneTransactionStore<Db>,
    SqlResolver<Db> {
  /** Creates the tables where they do not exist, and adds the columns that earlier ones lack. */
  create(): Promise<void>
}

/** The statements that create the tables, for a host that has its own migrations. */
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

/**
 * Records in SQLite. Every method throws inside a transaction but those that claim or complete within one, and those for
 * operators.
 */
export function sqliteRecords<Db extends SqliteDatabase>(db: Db, options: TableOptions = {}): SqliteRecords<Db> {
  assertFunctions('db.', db, ['exec', 'prepare'])
  const rules = rulesOn({ ...options, dialect: 'sqlite' })
  const execute = executor(db)
  const now = async <T>(steps: () => Steps<T>) => runStepsNow(steps(), execute)
  const inside = <T>(tx: Db, steps: Steps<T>): T => {
    if (tx !== db || !isOpen(db))
      throw new Error('A claim can only be made or completed inside a transaction of its connection.')
    return runStepsNow(steps, execute)
  }
  const claimWithinNow: SyncOneTransactionStore<Db>['claimWithinNow'] = (tx, claim) => {
    if (!inside(tx, rules.claimWithin(claim, 0))) throw new KeyHeld('record')
  }
  const completeWithinNow: SyncOneTransactionStore<Db>['completeWithinNow'] = (tx, claim, completion) =>
    inside(tx, rules.completeWithin(claim, completion))
  const completeNow: SyncStore<Db>['completeNow'] = (tx, claim, completion) =>
    inside(tx, rules.complete(claim, completion))
  const outside: Database<Db> = {
    async run(steps) {
      // Committed with a transaction of the host, a claim would come too late and could be rolled back.
      if (isOpen(db))
        throw new Error('A transaction is open on this connection, so nothing can be committed beside it.')
      return now(steps)
    },
    within: (_, steps) => now(steps),
    mayHaveCommitted: () => false,
    // The one writer waits before its transaction begins.
    waitedTooLong: () => false,
  }
  return {
    ...recordsOn(outside, rules),
    ...resolverOn({ ...outside, run: now }, rules),
    claimWithinNow,
    claimWithin: async (tx, claim) => claimWithinNow(tx, claim),
    completeWithinNow,
    completeWithin: async (tx, claim, completion) => completeWithinNow(tx, claim, completion),
    completeNow,
    complete: async (tx, claim, completion) => completeNow(tx, claim, completion),
    async create() {
      db.exec(sqliteSchema(options))
      addColumns(db, tablesOf(options).records)
    },
  }
}

function executor(db: SqliteDatabase): (statement: Statement) => Outcome {
  const prepared = new Map<string, SqliteStatement>()
  /** Prepared when it is first used: the tables may be created later. */
  const prepare = (text: string): SqliteStatement => {
    const made = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, made)
    return made
  }
  return ({ sql, values, returnsRows }) => {
    const statement = prepare(sql)
    if (returnsRows) return { rows: statement.all(...values) as Row[], changed: 0 }
    return { rows: [], changed: Number(statement.run(...values).changes) }
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

function isOpen(db: SqliteDatabase): boolean {
  return db.inTransaction ?? db.isTransaction ?? false
}
