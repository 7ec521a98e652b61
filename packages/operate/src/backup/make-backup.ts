import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import type { Clock } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { copySqlite } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import { copyFile, createDirectories, describeFile, type FileTree, walk } from './file-tree.ts'
import { type BackupManifest, BackupRefused, FILES, writeManifest } from './manifest.ts'
import { mapConcurrently } from './map-concurrently.ts'

export interface BackupOptions {
  readonly settings: Settings
  readonly clock: Clock
  /** Created if missing; must be empty. */
  readonly directory: string
  readonly scope: BackupManifest['scope']
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface CopyProgress {
  readonly bytes: number
  readonly bytesTotal: number
}

const DATABASE = 'footfall.sqlite'
const CONTROL_FILES = ['session-secret', 'demo.json']
const ALL_FILES = [...CONTROL_FILES, 'imports', 'ingest', 'clickhouse']
/** A process lock is of no use in a backup. */
const isLock = (path: string) => path.startsWith('ingest/owner.lock')

/**
 * Copies the content of DATA_DIR. The control database is copied as of one moment, also while the service runs; events
 * and statistics only while it is stopped, because the embedded engine belongs to one process. Throws `BackupRefused`.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { settings, scope } = options
  const directory = await prepareTarget(options)
  const dataDir = await existingDataDir(settings)
  const lock = scope === 'everything' ? await lockService(dataDir) : undefined
  try {
    return await copyAll({ ...options, directory })
  } finally {
    lock?.release()
  }
}

async function copyAll({ settings, clock, directory, scope, onProgress }: BackupOptions): Promise<BackupManifest> {
  const { dataDir } = settings
  const target = join(directory, FILES)
  await mkdir(target, { mode: 0o700 })
  const control_rows = await copySqlite(join(dataDir, DATABASE), join(target, DATABASE))
  const everything = scope === 'everything'
  const analytics = everything ? await embeddedHoldings(settings) : null
  const tree = () => walk(dataDir, everything ? ALL_FILES : CONTROL_FILES, isLock)
  const before = await tree()
  await createDirectories(target, before)
  const bytesTotal = before.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  const copied = await mapConcurrently(before.files, async ({ path }) => {
    const file = await copyFile(dataDir, target, path)
    bytes += file.bytes
    onProgress?.({ bytes, bytesTotal })
    return file
  })
  if (!isSame(before, await tree()))
    throw new BackupRefused(`Something wrote to ${dataDir} while it was copied; stop what uses it and start again.`)
  const { directories, links } = before
  const made_at = new Date(clock.now()).toISOString()
  const manifest: BackupManifest = {
    format: 1,
    made_at,
    scope,
    directories: [...directories],
    links: [...links],
    files: [await describeFile(target, DATABASE), ...copied],
    control_rows,
    analytics,
  }
  await writeManifest(directory, manifest)
  return manifest
}

/** Row counts of the embedded engine, where there is one. It is opened without migrating it. */
async function embeddedHoldings({ clickhouse }: Settings): Promise<Holdings | null> {
  if (!('embedded' in clickhouse) || !existsSync(clickhouse.embedded.path)) return null
  const engine = await openEngine(clickhouse)
  try {
    return await holdings(engine)
  } finally {
    await engine.close()
  }
}

async function prepareTarget({ directory, settings }: BackupOptions): Promise<string> {
  const path = resolve(directory)
  const inside = relative(settings.dataDir, path)
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`)))
    throw new BackupRefused(
      `${path} is inside ${settings.dataDir}; choose a directory elsewhere, preferably on another disk.`,
    )
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new BackupRefused(`${path} is not empty; choose a new directory.`)
  return path
}

async function existingDataDir({ database, dataDir }: Settings): Promise<string> {
  if ('postgres' in database)
    throw new BackupRefused(
      'Control data is in PostgreSQL: back up PostgreSQL and ClickHouse with their own tools, as docs/backup.md describes.',
    )
  if (!existsSync(join(dataDir, DATABASE))) throw new BackupRefused(`There is no ${DATABASE} in ${dataDir}.`)
  return dataDir
}

/** Events must not be collected during the copy: a running service holds this lock. */
async function lockService(dataDir: string): Promise<DirectoryLock | undefined> {
  const ingest = join(dataDir, 'ingest')
  if (!existsSync(ingest)) return undefined
  try {
    return lockDirectory(ingest)
  } catch {
    throw new BackupRefused(
      `The service runs on ${dataDir}. Stop it for a backup of everything; --control-data copies accounts, settings and tokens while it runs.`,
    )
  }
}

function isSame(one: FileTree, other: FileTree): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
