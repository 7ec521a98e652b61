/** A value of a column; times are whole milliseconds. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** One SQL statement, with a `?` for each value; see `numbered`. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Value[]
  /** Whether it returns rows; otherwise only the number of changed rows is known. */
  readonly returnsRows: boolean
  /** It may run on a connection for readers, which does not wait for transactions that change what it reads. */
  readonly readOnly?: true
}

export interface Outcome {
  readonly rows: readonly Row[]
  readonly changed: number
}

/**
 * Work on the database as a generator that yields its statements: SQLite runs it in one synchronous call, and `pg` waits between
 * statements. So each rule is written once for both.
 */
export type Steps<T> = Generator<Statement, T, Outcome>

export async function runSteps<T>(steps: Steps<T>, execute: (statement: Statement) => Promise<Outcome>): Promise<T> {
  let step = steps.next()
  while (!step.done) step = steps.next(await execute(step.value))
  return step.value
}

/** The same where every statement runs before its call returns. */
export function runStepsNow<T>(steps: Steps<T>, execute: (statement: Statement) => Outcome): T {
  let step = steps.next()
  while (!step.done) step = steps.next(execute(step.value))
  return step.value
}

const texts = new Map<string, string>()

/** The SQL text of a statement with `$1`, `$2` … for the question marks, which PostgreSQL reads. */
export function numbered(sql: string): string {
  const known = texts.get(sql)
  if (known !== undefined) return known
  let values = 0
  const text = sql.replaceAll('?', () => `$${++values}`)
  texts.set(sql, text)
  return text
}

/** Reads what a connection for readers may read. */
export function reading(sql: string, ...values: readonly Value[]): Statement {
  return { sql, values, returnsRows: true, readOnly: true }
}

/** Returns rows that it locks or changes. */
export function returning(sql: string, ...values: readonly Value[]): Statement {
  return { sql, values, returnsRows: true }
}

/** Changes rows. */
export function changing(sql: string, ...values: readonly Value[]): Statement {
  return { sql, values, returnsRows: false }
}
