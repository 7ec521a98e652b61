import type { OAuthChange } from '../ports.ts'

/** A value of a column; times are whole milliseconds. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** One SQL statement, with a `?` for each value; see `numbered`. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** Whether it returns rows; otherwise only the number of changed rows is known. */
  readonly returnsRows: boolean
}

/** A change that the host records in the transaction that makes it. */
export interface Recording {
  readonly change: OAuthChange
}

export interface Outcome {
  readonly rows: readonly Row[]
  readonly changed: number
}

/**
 * Work on the database as a generator that yields its statements: better-sqlite3 runs it in one synchronous transaction, and
 * `pg` waits between statements. So each rule is written once for both.
 */
export type Steps<T> = Generator<Statement | Recording, T, Outcome>

export interface Database {
  /** Statements that only read, outside any transaction. */
  read<T>(steps: () => Steps<T>): Promise<T>
  /** Everything that the steps change, or nothing if they throw. May run the steps again after a deadlock. */
  transaction<T>(steps: () => Steps<T>): Promise<T>
}

/** How a database whose statements are awaited performs steps. */
export interface Performer {
  execute(statement: Statement): Promise<Outcome>
  record?(change: OAuthChange): Promise<void>
}

const NOTHING: Outcome = { rows: [], changed: 0 }

export async function runSteps<T>(steps: Steps<T>, performer: Performer): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    if ('change' in step.value) {
      await performer.record?.(step.value.change)
      step = steps.next(NOTHING)
    } else step = steps.next(await performer.execute(step.value))
  }
  return step.value
}

/** The same where every statement runs before its call returns. */
export function runStepsNow<T>(
  steps: Steps<T>,
  execute: (statement: Statement) => Outcome,
  record: (change: OAuthChange) => void,
): T {
  let step = steps.next()
  while (!step.done) {
    if ('change' in step.value) {
      record(step.value.change)
      step = steps.next(NOTHING)
    } else step = steps.next(execute(step.value))
  }
  return step.value
}

const numberedTexts = new Map<string, string>()

/** The SQL text of a statement with `$1`, `$2` … for the question marks. */
export function numbered(sql: string): string {
  const known = numberedTexts.get(sql)
  if (known !== undefined) return known
  let count = 0
  const text = sql.replaceAll('?', () => `$${++count}`)
  numberedTexts.set(sql, text)
  return text
}

export function* rows(sql: string, ...values: readonly Value[]): Steps<readonly Row[]> {
  // No column contains a NUL character, and PostgreSQL rejects a comparison with one.
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) return []
  return (yield { sql, values, returnsRows: true }).rows
}

export function* firstRow(sql: string, ...values: readonly Value[]): Steps<Row | undefined> {
  return (yield* rows(sql, ...values))[0]
}

/** The number of changed rows. */
export function* change(sql: string, ...values: readonly Value[]): Steps<number> {
  return (yield { sql, values, returnsRows: false }).changed
}

/** Calls the host's `onChange`. */
export function* record(change: OAuthChange): Steps<void> {
  yield { change }
}

/** Inserts rows into a table; every row has the same columns. */
export function inserter<Columns extends Readonly<Record<string, Value>>>(table: string) {
  let sql: string | undefined
  return function* insert(row: Columns): Steps<void> {
    const names = Object.keys(row)
    sql ??= `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
    yield* change(sql, ...Object.values(row))
  }
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
