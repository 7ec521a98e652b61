import { type DIALECTS, freshDatabase, startClickHouseHttp } from '@footfall/testkit'
import { temporaryDirectory } from './server-process.ts'

/** Where a service keeps its data during a test. A second process on the same `env` shares the database and the statistics. */
export interface TemporaryStores {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** Stores of a service on SQLite, or on PostgreSQL with a ClickHouse server. */
export async function temporaryStores(dialect: (typeof DIALECTS)[number]): Promise<TemporaryStores> {
  const directory = await temporaryDirectory()
  const { config, drop } = await freshDatabase(dialect)
  const clickhouse = 'postgres' in config ? await startClickHouseHttp() : undefined
  return {
    dataDir: directory.path,
    env:
      'postgres' in config && clickhouse
        ? { DATABASE_URL: config.postgres.url, CLICKHOUSE_URL: clickhouse.url, SESSION_SECRET: 'e'.repeat(48) }
        : {},
    async remove() {
      await directory.remove()
      await drop()
      await clickhouse?.stop()
    },
  }
}
