import { mkdir } from 'node:fs/promises'
import { createSchema, type Engine, openEngine } from '@footfall/analytics'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { type ControlData, openStore } from '@footfall/storage'
import type { Settings } from './settings.ts'

export interface Surroundings {
  readonly clock: Clock
  readonly random: RandomSource
  /** Hears of database connections that died while idle and were replaced. */
  readonly onConnectionError: (error: Error) => void
}

/** The control database, migrated. Close `store` when done. */
export async function openControlData(settings: Settings, surroundings: Surroundings): Promise<ControlData> {
  const { database } = settings
  if ('sqlite' in database) await makeDataDirectory(settings)
  const control = openStore(
    'sqlite' in database ? database : { postgres: { url: database.postgres.url } },
    surroundings,
  )
  try {
    await control.migrate()
  } catch (error) {
    await control.store.close()
    throw error
  }
  return control
}

/** The analytics engine with its schema in place. An embedded one belongs to this process until it is closed. */
export async function openAnalyticsEngine(settings: Settings): Promise<Engine> {
  if ('embedded' in settings.clickhouse) await makeDataDirectory(settings)
  const engine = await openEngine(settings.clickhouse)
  try {
    await createSchema(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return engine
}

/** Nobody but the service's own user reads what is in there. */
async function makeDataDirectory({ dataDir }: Settings): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}
