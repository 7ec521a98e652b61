import { existsSync } from 'node:fs'
import { openAnalyticsEngine, openControlData, type Settings, storeConfig } from '@footfall/config'
import { type ControlData, openStore } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import { engineFailure } from './doctor/analytics-engine.ts'
import { controlDatabaseFailure } from './doctor/control-database.ts'
import { operatorEntry } from './operator-entry.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

/** The control database, made where there is none, and migrated. Throws a `Refusal` that says what to do when it cannot be had. */
export async function controlDataOf(
  settings: Settings,
  world: World,
  options: { readonly noteMigration?: boolean } = {},
): Promise<ControlData> {
  const { clock, random } = world
  const migrationEntry = (steps: readonly string[]) =>
    operatorEntry(world, {
      operation: 'migrate',
      summary: `Bring the schema of the control database up to date: ${steps.join(', ')}.`,
      changes: [],
    })
  const noted = options.noteMigration === true ? { migrationEntry } : {}
  try {
    return await openControlData(settings, { clock, random, onConnectionError: () => {}, ...noted })
  } catch (error) {
    throw refusalOf('The control database', controlDatabaseFailure(error, settings))
  }
}

/**
 * The control database of a service that is there already; never made. One that is only read is not migrated either.
 * Throws a `Refusal`.
 */
export async function existingControlDataOf(
  settings: Settings,
  { clock, random }: World,
  use: 'read' | 'change',
): Promise<ControlData> {
  const { database } = settings
  if ('sqlite' in database && !existsSync(database.sqlite.path)) throw nothingThere(database.sqlite.path)
  let control: ControlData | undefined
  try {
    control = openStore(storeConfig(settings), { clock, random, onConnectionError: () => {} })
    await prepare(control, use)
    return control
  } catch (error) {
    await control?.store.close()
    throw error instanceof Refusal ? error : refusalOf('The control database', controlDatabaseFailure(error, settings))
  }
}

/** The first step of the schema. While it is pending the database holds nothing of Footfall. */
const FIRST_STEP = '0001_control_data'

async function prepare(control: ControlData, use: 'read' | 'change'): Promise<void> {
  const pending = await control.pendingMigrations()
  if (pending.includes(FIRST_STEP))
    throw nothingThere(control.dialect === 'postgres' ? 'DATABASE_URL' : 'footfall.sqlite in DATA_DIR')
  if (pending.length === 0) return
  if (use === 'change') await control.migrate()
  else
    throw new Refusal(
      `The control database is of an older version (${pending.length} migrations are pending); \`footfall migrate\` brings it up to date.`,
    )
}

function nothingThere(where: string): Refusal {
  return new Refusal(
    `There is no Footfall database at ${where}; correct DATA_DIR or DATABASE_URL, or make one with \`footfall account create\`.`,
  )
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
