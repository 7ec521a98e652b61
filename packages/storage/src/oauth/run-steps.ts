import type { OAuthChange } from '@footfall/oauth-server'
import { numbered, type Outcome, type Row, runSteps, type Statement, type Steps } from '@footfall/oauth-server/sql'
import { CompiledQuery } from 'kysely'
import type { Executor } from '../connections/database.ts'

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
  const text = executor.dialect === 'postgres' ? numbered(sql) : sql
  const { rows, numAffectedRows } = await executor.run<Row>(CompiledQuery.raw(text, [...values]))
  return { rows, changed: Number(numAffectedRows ?? rows.length) }
}
