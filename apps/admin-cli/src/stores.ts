import { existsSync } from 'node:fs'
import { openAnalyticsEngine, openControlData, type Settings, storeConfig } from '@footfall/config'
import {
  controlDatabaseFailure,
  dataDirectoryProblem,
  type Explanation,
  engineClaimProblem,
  engineFailure,
  holderOf,
} from '@footfall/operate'
import { recordOperatorChange } from '@footfall/operations'
import { type ControlData, FIRST_MIGRATION, openStore } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import type { Dependencies } from './dependencies.ts'
import { CommandError } from './errors.ts'

/** Opens the control database, created where there is none, and migrates it. Throws a `CommandError` that says what to do. */
export async function openControlDatabase(
  settings: Settings,
  { clock, random }: Dependencies,
  options: { readonly recordMigration?: boolean } = {},
): Promise<ControlData> {
  const recordMigration: NonNullable<Parameters<typeof openControlData>[1]['recordMigration']> = (tx, steps) =>
    recordOperatorChange(
      tx,
      { clock, random },
      {
        operation: 'migrate',
        summary: `Bring the schema of the control database up to date: ${steps.join(', ')}.`,
        changes: [],
      },
    )
  try {
    return await openControlData(settings, {
      clock,
      random,
      onConnectionError: () => {},
      ...(options.recordMigration === true && { recordMigration }),
    })
  } catch (error) {
    const { dataDir } = settings
    const problem = existsSync(dataDir) ? undefined : await dataDirectoryProblem(dataDir)
    if (problem !== undefined) throw cannotBeUsed('DATA_DIR', problem)
    throw cannotBeUsed('The control database', controlDatabaseFailure(error, settings))
  }
}

/** Opens the control database of an existing service; it is migrated only for a change. Throws `CommandError`. */
export async function openExistingControlDatabase(
  settings: Settings,
  { clock, random }: Dependencies,
  use: 'read' | 'change',
): Promise<ControlData> {
  const { database } = settings
  if ('sqlite' in database && !existsSync(database.sqlite.path)) throw noDatabase(database.sqlite.path)
  let control: ControlData | undefined
  try {
    control = openStore(storeConfig(settings), { clock, random, onConnectionError: () => {} })
    await prepare(control, use)
    return control
  } catch (error) {
    await control?.store.close()
    if (error instanceof CommandError) throw error
    throw cannotBeUsed('The control database', controlDatabaseFailure(error, settings))
  }
}

async function prepare(control: ControlData, use: 'read' | 'change'): Promise<void> {
  const pending = await control.pendingMigrations()
  if (pending.includes(FIRST_MIGRATION))
    throw noDatabase(control.dialect === 'postgres' ? 'DATABASE_URL' : 'footfall.sqlite in DATA_DIR')
  if (pending.length === 0) return
  if (use === 'change') await control.migrate()
  else
    throw new CommandError(
      `The control database is of an older version (${pending.length} migrations are pending); run \`footfall migrate\`.`,
    )
}

function noDatabase(where: string): CommandError {
  return new CommandError(
    `No Footfall database exists at ${where}; correct DATA_DIR or DATABASE_URL, or create one with \`footfall account create\`.`,
  )
}

/**
 * Opens the analytics engine with its schema. Throws a `CommandError` that says what to do. An embedded engine that the
 * running service uses is not opened, because the engine would write its own error to the terminal. With a control database,
 * only the engine that has its statistics is opened.
 */
export async function openAnalyticsStore(
  settings: Settings,
  control?: Pick<ControlData, 'engineClaims'>,
): Promise<Engine> {
  const problem = control && (await engineClaimProblem(settings, control))
  if (problem !== undefined) throw cannotBeUsed('The analytics engine', problem)
  if ('embedded' in settings.clickhouse && holderOf(settings) === 'running')
    throw new CommandError(
      `The service runs on ${settings.dataDir}, and only one process can use its embedded engine.\n    → Stop the service first, or share a server with CLICKHOUSE_URL.`,
    )
  try {
    return await openAnalyticsEngine(settings)
  } catch (error) {
    throw cannotBeUsed('The analytics engine', engineFailure(error, settings))
  }
}

function cannotBeUsed(what: string, { found, fix }: Explanation): CommandError {
  return new CommandError(`${what} cannot be used. ${found}\n    → ${fix}`)
}
