import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Settings } from '@footfall/config'
import { storeConfig } from '@footfall/config'
import { HOUR_MS, type MadeBackup, RELEASE_VERSION } from '@footfall/core-domain'
import {
  askRunningService,
  controlDatabaseFailure,
  holderOf,
  lastBackups,
  ProcessFacts,
  seeDocs,
} from '@footfall/operate'
import { type ControlData, openStore } from '@footfall/storage'
import type { Dependencies } from '../dependencies.ts'
import { analyticsEngine } from '../doctor/analytics-engine.ts'
import { dataDirectory, diskSpace, freeSpace } from '../doctor/data-directory.ts'
import { type Finding, failed, ok, warning } from '../doctor/finding.ts'
import { counted, sizeText } from '../numbers.ts'

/** A backup that is older does not have the events of the last day. */
const BACKUP_AGE_MAX_MS = 24 * HOUR_MS
const MIB = 1024 ** 2
/** For what the service writes while it migrates. */
const SPARE_BYTES = 256 * MIB

/** What the first start of this version does to the stores, and what is against it. Changes nothing. */
export async function upgradeChecks(settings: Settings, dependencies: Dependencies): Promise<readonly Finding[]> {
  const holder = holderOf(settings)
  const { finding: database, pending } = await controlDatabase(settings, dependencies)
  const engine = await engineFindings(settings, holder)
  // While the service runs, its engine was not looked at; a warning then is about that.
  const isEngineChanging = holder !== 'running' && engine.some(({ state }) => state === 'warning')
  const isChanging = (pending ?? []).length > 0 || isEngineChanging
  return [
    await versions(settings),
    await dataDirectory(settings),
    database,
    ...engine,
    ...(await disk(settings, pending ?? [])),
    await backup(settings, isChanging, dependencies.clock.now()),
    ...(pending === undefined ? [] : [undo(pending)]),
  ]
}

async function versions({ dataDir }: Settings): Promise<Finding> {
  const answer = await askRunningService(dataDir, 'GET', '/process').catch(() => undefined)
  const running = answer?.ok === true ? ProcessFacts.safeParse(answer.body).data : undefined
  const runs = running === undefined ? 'no service runs here' : `the running service is ${running.version}`
  return ok('versions', `this is Footfall ${RELEASE_VERSION}; ${runs}`)
}

/** `pending` is undefined if the database cannot be used. */
async function controlDatabase(settings: Settings, dependencies: Dependencies) {
  const check = 'control_database'
  const { database } = settings
  if ('sqlite' in database && !existsSync(database.sqlite.path))
    return { finding: ok(check, `there is no ${database.sqlite.path} yet`), pending: [] }
  const kind = 'sqlite' in database ? 'SQLite' : 'PostgreSQL'
  let control: ControlData | undefined
  try {
    control = openStore(storeConfig(settings), dependencies)
    const pending = await control.pendingMigrations()
    const found =
      pending.length === 0
        ? `${kind}, no migration is pending`
        : `${kind}, ${counted(pending.length, 'migration')} would run: ${pending.join(', ')}`
    return { finding: ok(check, found), pending }
  } catch (error) {
    const { found, fix } = controlDatabaseFailure(error, settings)
    return { finding: failed(check, found, fix), pending: undefined }
  } finally {
    await control?.store.close()
  }
}

/** Only one process can read the files of an embedded engine. */
async function engineFindings(settings: Settings, holder: ReturnType<typeof holderOf>): Promise<readonly Finding[]> {
  if ('embedded' in settings.clickhouse && holder === 'running')
    return [
      warning(
        'analytics_engine',
        'embedded, in use by the running service: its files cannot be read now',
        'Stop the service and run this again, or restore a backup into another DATA_DIR and check that.',
      ),
    ]
  return (await analyticsEngine(settings, holder)).findings
}

/** A migration can write a table of the SQLite database anew, and the write-ahead log has it a second time. */
async function disk(settings: Settings, pending: readonly string[]): Promise<readonly Finding[]> {
  const { database } = settings
  if (!('sqlite' in database) || pending.length === 0) return [await diskSpace(settings)]
  const { size } = await stat(database.sqlite.path)
  return [roomToMigrate(size, await freeSpace(settings.dataDir)) ?? (await diskSpace(settings))]
}

/** In bytes. Undefined if there is room. */
export function roomToMigrate(databaseBytes: number, freeBytes: number): Finding | undefined {
  const needed = 2 * databaseBytes + SPARE_BYTES
  if (freeBytes >= needed) return undefined
  const found = `${sizeText(freeBytes)} free, and the migrations may need ${sizeText(needed)}`
  return failed('disk', found, 'Make room, or move DATA_DIR to a larger disk.')
}

async function backup(settings: Settings, isChanging: boolean, nowMs: number): Promise<Finding> {
  const { dataDir, database, clickhouse } = settings
  const check = 'backup'
  if (!('sqlite' in database) || !('embedded' in clickhouse))
    return warning(
      check,
      'servers have backups of their own, which this command does not see',
      `Back up what is on servers just before the upgrade. ${seeDocs('backup')}`,
    )
  if (!existsSync(database.sqlite.path)) return ok(check, 'there is nothing to back up yet')
  const { everything } = await lastBackups(dataDir)
  const found = `the last backup of everything ${describe(everything)}`
  if (everything !== null && nowMs - Date.parse(everything.made_at) <= BACKUP_AGE_MAX_MS) return ok(check, found)
  const fix = 'footfall backup DIRECTORY; the service may run.'
  return isChanging ? failed(check, found, fix) : warning(check, found, fix)
}

function describe(backup: MadeBackup | null): string {
  return backup === null ? 'is not known' : `is of ${backup.made_at}, in ${backup.place}`
}

function undo(pending: readonly string[]): Finding {
  return pending.length === 0
    ? ok('undo', 'the version before can be started again on the control database')
    : warning(
        'undo',
        `${counted(pending.length, 'migration')} cannot be undone: the version before does not start after them`,
        'To go back, restore a backup made before the upgrade. What was collected since is not in it.',
      )
}
