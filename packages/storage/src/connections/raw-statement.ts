import { numbered } from '@footfall/idempotency/sql'
import { CompiledQuery } from 'kysely'
import { named } from './compiled.ts'
import type { Dialect, Executor } from './database.ts'

type Row = Readonly<Record<string, unknown>>

/** A statement of a package whose stores use our connections, with a `?` for each value. */
export interface RawStatement {
  readonly sql: string
  readonly values: readonly unknown[]
}

export interface RawOutcome {
  readonly rows: readonly Row[]
  readonly changed: number
}

export async function runRaw(executor: Executor, { sql, values }: RawStatement): Promise<RawOutcome> {
  const { rows, numAffectedRows } = await executor.run<Row>({ ...compile(executor.dialect, sql), parameters: values })
  return { rows, changed: Number(numAffectedRows ?? rows.length) }
}

const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() }

/** Returns the same compiled statement for every call: stores have a fixed number of texts. */
function compile(dialect: Dialect, sql: string): CompiledQuery {
  const known = compiled[dialect].get(sql)
  if (known !== undefined) return known
  const statement = named(CompiledQuery.raw(dialect === 'postgres' ? numbered(sql) : sql))
  compiled[dialect].set(sql, statement)
  return statement
}
