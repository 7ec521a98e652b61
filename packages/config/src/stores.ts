import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type AuditEntry, type Clock, type RandomSource, ServiceUnavailable } from '@footfall/core-domain'
import { type ControlData, openStore, type StoreConfig } from '@footfall/storage'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import type { Settings } from './settings.ts'

export interface Surroundings {
  readonly clock: Clock
  readonly random: RandomSource
  /** Hears of database connections that died while idle and were replaced. */
  readonly onConnectionError: (error: Error) => void
  /** The audit entry of a migration that runs; without it there is none. */
  readonly migrationEntry?: (steps: readonly string[]) => AuditEntry
}

/** The control database, migrated. Close `store` when done. */
export async function openControlData(settings: Settings, surroundings: Surroundings): Promise<ControlData> {
  await makeDataDirectory(settings)
  const control = openStore(storeConfig(settings), surroundings)
  try {
    await control.migrate(surroundings.migrationEntry)
  } catch (error) {
    await control.store.close()
    throw error
  }
  return control
}

/** Where the control database is. */
export function storeConfig({ database }: Settings): StoreConfig {
  return 'sqlite' in database ? database : { postgres: { url: database.postgres.url } }
}

export interface SchemaLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

const SCHEMA_RETRY_MS = 5000

/**
 * The analytics engine with its schema in place. An embedded one belongs to this process until it is closed. A server
 * that is away gets its schema when it is back: with a log to say so, the service starts without it, since events wait
 * in the ingest log and everything else does not need it.
 */
export async function openAnalyticsEngine(settings: Settings, log?: SchemaLog): Promise<Engine> {
  if ('embedded' in settings.clickhouse) await makeDataDirectory(settings)
  const engine = await openEngine(settings.clickhouse)
  try {
    await createSchema(engine)
  } catch (error) {
    if (log !== undefined && engine.kind === 'remote' && error instanceof ServiceUnavailable)
      return withSchemaLater(engine, log)
    await engine.close()
    throw error
  }
  return engine
}

function withSchemaLater(engine: Engine, log: SchemaLog): Engine {
  log.warn({}, 'ClickHouse is away: events wait in the ingest log, and reports answer 503 until it is back')
  const closing = new AbortController()
  const trying = (async () => {
    for (;;) {
      await delay(SCHEMA_RETRY_MS, undefined, { signal: closing.signal, ref: false })
      try {
        await createSchema(engine)
        log.info({}, 'ClickHouse is back and its schema in place')
        return
      } catch (error) {
        if (!(error instanceof ServiceUnavailable))
          log.warn({ err: error }, 'The schema could not be made; trying again')
      }
    }
  })().catch(() => {})
  return {
    ...engine,
    async close() {
      closing.abort()
      await trying
      await engine.close()
    },
  }
}

/** Nobody but the service's own user reads what is in there. */
async function makeDataDirectory({ dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}
