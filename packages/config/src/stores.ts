import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, type Logger, type RandomSource, ServiceUnavailable } from '@footfall/core-domain'
import { type ControlData, openStore, type RecordMigration, type StoreConfig } from '@footfall/storage'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import { makeDirectory } from './make-directory.ts'
import type { Settings } from './settings/settings.ts'

export interface StoreDependencies {
  readonly clock: Clock
  readonly random: RandomSource
  /** Called when an idle database connection fails; the pool replaces it. */
  readonly onConnectionError: (error: Error) => void
  /** Records a migration that runs in the audit log; without it, nothing is recorded. */
  readonly recordMigration?: RecordMigration
  /** Logs what a migration changed, and how long it took. */
  readonly log?: Pick<Logger, 'info'>
}

/** Opens and migrates the control database. The caller closes `store`. */
export async function openControlData(settings: Settings, dependencies: StoreDependencies): Promise<ControlData> {
  await makeDirectory(settings.dataDir)
  const control = openStore(storeConfig(settings), dependencies)
  try {
    const startedAt = dependencies.clock.now()
    const steps = await control.migrate(dependencies.recordMigration)
    const ms = dependencies.clock.now() - startedAt
    if (steps.length > 0) dependencies.log?.info({ steps, ms }, 'The control database was migrated.')
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

type SchemaLog = Pick<Logger, 'info' | 'warn'>

const SCHEMA_RETRY_MS = 5000

/**
 * Opens the analytics engine and creates its schema. An embedded engine belongs to this process until it is closed. With a
 * `log`, an unreachable server does not stop the start: events wait in the ingest log and the schema is created later.
 */
export async function openAnalyticsEngine(settings: Settings, log?: SchemaLog): Promise<Engine> {
  if ('embedded' in settings.clickhouse) await makeDirectory(settings.dataDir)
  const engine = await openEngine(settings.clickhouse)
  try {
    await createdSchema(engine, log)
  } catch (error) {
    if (log !== undefined && engine.kind === 'remote' && error instanceof ServiceUnavailable)
      return retrySchema(engine, log)
    await engine.close()
    throw error
  }
  return engine
}

/** Creates or upgrades the tables, and logs it if there was something to do. */
async function createdSchema(engine: Engine, log?: Pick<Logger, 'info'>): Promise<void> {
  const startedAt = performance.now()
  const change = await createSchema(engine)
  const ms = Math.round(performance.now() - startedAt)
  if (change !== 'none') log?.info({ ms }, `The tables of the analytics engine were ${change}.`)
}

function retrySchema(engine: Engine, log: SchemaLog): Engine {
  log.warn({}, 'ClickHouse is unreachable: events wait in the ingest log, and reports answer 503 until it is reachable')
  const closing = new AbortController()
  let isReady = false
  const retrying = (async () => {
    for (;;) {
      await delay(SCHEMA_RETRY_MS, undefined, { signal: closing.signal, ref: false })
      try {
        await createdSchema(engine, log)
        isReady = true
        log.info({}, 'ClickHouse is reachable and its schema is up to date')
        return
      } catch (error) {
        if (!(error instanceof ServiceUnavailable))
          log.warn({ err: error }, 'The ClickHouse schema could not be created; retrying')
      }
    }
  })().catch(() => {})
  return {
    ...engine,
    // A server without the schema cannot store events.
    ping: () =>
      isReady ? engine.ping() : Promise.reject(new ServiceUnavailable(new Error('There is no schema yet.'))),
    async close() {
      closing.abort()
      await retrying
      await engine.close()
    },
  }
}
