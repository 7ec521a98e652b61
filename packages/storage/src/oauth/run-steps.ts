import type { OAuthChange } from '@footfall/oauth-server'
import { numbered, type Outcome, type Row, runSteps, type Statement, type Steps } from '@footfall/oauth-server/sql'
import { CompiledQuery } from 'kysely'
import type { Dialect, Executor } from '../connections/database.ts'

/** Runs the steps of the authorization server's stores with the executor. */
export function runWith<T>(
  executor: Executor,
  steps: () => Steps<T>,
  record?: (executor: Executor, change: OAuthChange) => Promise<void>,
): Promise<T> {
  return runSteps(steps(), {
    execute: (statement) => execute(executor, statement),
    record: async (change) => record?.(executor, change),
  })
}

async function execute(executor: Executor, { sql, values }: Statement): Promise<Outcome> {
  const statement = compile(executor.dialect, sql)
  const { rows, numAffectedRows } = await executor.run({ ...statement, parameters: values } as CompiledQuery<Row>)
  return { rows, changed: Number(numAffectedRows ?? rows.length) }
}

const compiled = { sqlite: new Map<string, CompiledQuery>(), postgres: new Map<string, CompiledQuery>() }

/** Returns the same compiled statement for every call: the stores have a fixed number of texts. */
function compile(dialect: Dialect, sql: string): CompiledQuery {
  const known = compiled[dialect].get(sql)
  if (known !== undefined) return known
  const statement = CompiledQuery.raw(dialect === 'postgres' ? numbered(sql) : sql)
  compiled[dialect].set(sql, statement)
  return statement
}
