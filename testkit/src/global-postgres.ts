import type { TestProject } from 'vitest/node'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a running PostgreSQL in which tests make databases of their own. */
    postgresUrl: string
  }
}

let started: OwnPostgres | undefined

/** One real PostgreSQL for the whole run; `TEST_DATABASE_URL` points at another instead. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  if (!given) started = await startOwnPostgres()
  project.provide('postgresUrl', started?.url ?? given ?? '')
}

export async function teardown(): Promise<void> {
  await started?.stop()
}
