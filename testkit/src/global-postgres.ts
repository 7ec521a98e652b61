import type { TestProject } from 'vitest/node'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { runSql } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a running PostgreSQL in which tests create databases. */
    postgresUrl: string
    /** Name of the migrated database that the first test to need one creates for the whole run. */
    postgresTemplate: string
  }
}

/** The data need not survive a power failure, so no commit waits for the disk. */
const UNSAFE_AND_FAST = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const TEMPLATE = `footfall_template_${process.pid}`

let started: OwnPostgres | undefined

/** One real PostgreSQL for the whole run; `TEST_DATABASE_URL` points at another instead. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  if (!given) started = await startOwnPostgres(UNSAFE_AND_FAST)
  project.provide('postgresUrl', started?.url ?? given ?? '')
  project.provide('postgresTemplate', TEMPLATE)
}

export async function teardown(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  if (given) await runSql({ postgres: { url: given, poolMax: 1 } }, `drop database if exists ${TEMPLATE}`)
  await started?.stop()
}
