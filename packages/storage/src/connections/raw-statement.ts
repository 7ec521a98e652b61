import { numbered } from '@footfall/idempotency/sql'
import { CompiledQuery } from 'kysely'
import type { Dialect, Executor, UnflushedQuery } from './database.ts'

type Row = Readonly<Record<string, unknown>>

/** A statement of a package whose stores use our connections, with a `?` for each value. */
export interface RawStatement {
  readonly sql: string
  readonly values: readonly unknown[]
  /** See `UnflushedQuery`. */
  readonly unflushed?: true
}

export interface RawOutcome {
  readonly rows: readonly Row[]
  readonly changed: number
}

export async function runRaw(executor: Executor, { sql, values, unflushed }: RawStatement): Promise<RawOutcome> {
  const query = { ...compile(executor.dialect, sql), parameters: values } as CompiledQuery<Row>
  const { rows, numAffectedRows } = await executor.run(unflushed ? unflushedQuery(query) : query)
  return { rows, changed: Number(numAffectedRows ?? rows.length) }
}

const unflushedQuery = (query: CompiledQuery<Row>): UnflushedQuery & CompiledQuery<Row> => ({
  ...query,
  unflushed: true,
})

const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() }

/** Returns the same compiled statement for every call: stores have a fixed number of texts. */
function compile(dialect: Dialect, sql: string): CompiledQuery {
  const known = compiled[dialect].get(sql)
  if (known !== undefined) return known
  const statement = CompiledQuery.raw(dialect === 'postgres' ? numbered(sql) : sql)
  compiled[dialect].set(sql, statement)
  return statement
}
