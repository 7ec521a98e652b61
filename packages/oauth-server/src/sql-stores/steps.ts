/** A value of a column; times are whole milliseconds. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** One SQL statement, with a `?` for each value. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** Whether it returns rows; otherwise only the number of changed rows is known. */
  readonly returnsRows: boolean
}

export interface Outcome {
  readonly rows: readonly Row[]
  readonly changed: number
}

/**
 * Work on the database as a generator that yields its statements: better-sqlite3 runs it in one synchronous transaction, and
 * `pg` waits between statements. So each rule is written once for both.
 */
export type Steps<T> = Generator<Statement, T, Outcome>

export interface Database {
  /** One statement, which is a transaction of its own. */
  run<T>(steps: () => Steps<T>): Promise<T>
  /** Everything that the steps change, or nothing if they throw. May run the steps again after a deadlock. */
  transaction<T>(steps: () => Steps<T>): Promise<T>
}

export function* rows(sql: string, ...values: readonly Value[]): Steps<readonly Row[]> {
  return (yield { sql, values, returnsRows: true }).rows
}

export function* firstRow(sql: string, ...values: readonly Value[]): Steps<Row | undefined> {
  return (yield* rows(sql, ...values))[0]
}

/** The number of changed rows. */
export function* change(sql: string, ...values: readonly Value[]): Steps<number> {
  return (yield { sql, values, returnsRows: false }).changed
}

export function* insert(table: string, row: Readonly<Record<string, Value>>): Steps<void> {
  const names = Object.keys(row)
  const marks = names.map(() => '?').join(', ')
  yield* change(`insert into ${table} (${names.join(', ')}) values (${marks})`, ...Object.values(row))
}

class ConditionFailed extends Error {}

/** Ends the steps of `onlyIf`. */
export function assertCondition(condition: boolean): asserts condition {
  if (!condition) throw new ConditionFailed()
}

/** One transaction; rolled back and false where a condition of its steps does not hold. */
export async function onlyIf(database: Database, steps: () => Steps<void>): Promise<boolean> {
  try {
    await database.transaction(steps)
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
