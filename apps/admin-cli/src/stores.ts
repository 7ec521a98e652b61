import type { Engine } from '@footfall/analytics'
import { openAnalyticsEngine, openControlData, type Settings } from '@footfall/runtime'
import type { ControlData } from '@footfall/storage'
import { engineFailure } from './doctor/analytics-engine.ts'
import { controlDatabaseFailure } from './doctor/control-database.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

/** The control database, migrated. Throws a `Refusal` that says what to do when it cannot be had. */
export async function controlDataOf(settings: Settings, { clock, random }: World): Promise<ControlData> {
  try {
    return await openControlData(settings, { clock, random, onConnectionError: () => {} })
  } catch (error) {
    throw refusalOf('The control database', controlDatabaseFailure(error, settings))
  }
}

/** The engine with its schema. Throws a `Refusal` that says what to do when it cannot be had. */
export async function engineOf(settings: Settings): Promise<Engine> {
  try {
    return await openAnalyticsEngine(settings)
  } catch (error) {
    throw refusalOf('The analytics engine', engineFailure(error, settings))
  }
}

function refusalOf(what: string, { found, fix }: { found: string; fix: string }): Refusal {
  return new Refusal(`${what} cannot be used. ${found}\n    → ${fix}`)
}
