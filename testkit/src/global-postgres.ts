import type { TestProject } from 'vitest/node'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a running PostgreSQL in which tests create databases. */
    postgresUrl: string
  }
}

/** The data need not survive a power failure, so no commit waits for the disk. */
const UNSAFE_AND_FAST = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

let started: OwnPostgres | undefined

/** One real PostgreSQL for the whole run; `TEST_DATABASE_URL` points at another instead. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  if (!given) started = await startOwnPostgres(UNSAFE_AND_FAST)
  project.provide('postgresUrl', started?.url ?? given ?? '')
}

export async function teardown(): Promise<void> {
  await started?.stop()
}
