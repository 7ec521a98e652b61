import type { OAuthChange } from '@footfall/oauth-server'
import { runSteps, type Steps } from '@footfall/oauth-server/sql'
import type { Executor } from '../connections/database.ts'
import { runRaw } from '../connections/raw-statement.ts'

/** Runs the steps of the authorization server's stores with the executor. */
export function runWith<T>(
  executor: Executor,
  steps: () => Steps<T>,
  record?: (executor: Executor, change: OAuthChange) => Promise<void>,
): Promise<T> {
  return runSteps(steps(), {
    execute: (statement) => runRaw(executor, statement),
    record: async (change) => record?.(executor, change),
  })
}
