import { startOwnPostgres } from '@footfall/testkit/postgres'
import pg from 'pg'

export interface Postgres {
  readonly client: pg.Client
  stop(): Promise<void>
}

/** A PostgreSQL server with enough memory for a bench. Its durability settings are the defaults. */
export async function startPostgres(): Promise<Postgres> {
  const server = await startOwnPostgres([
    'shared_buffers=2GB',
    'maintenance_work_mem=1GB',
    'max_wal_size=8GB',
    'effective_cache_size=8GB',
    'random_page_cost=1.1',
    'timezone=UTC',
  ])
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  return {
    client,
    async stop() {
      await client.end()
      await server.stop()
    },
  }
}
