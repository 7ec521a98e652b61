import { access, mkdir, readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import type { Clock } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { copySqlite } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import { copyFile, describeFile, type FileTree, makeBranches, walk } from './file-tree.ts'
import { type BackupManifest, BackupRefused, FILES, writeManifest } from './manifest.ts'
import { severalAtOnce } from './several-at-once.ts'

export interface BackupOptions {
  readonly settings: Settings
  readonly clock: Clock
  /** A directory that is made, or is empty. */
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
/** The lock of a process is of no use to another. */
const isLock = (path: string) => path.startsWith('ingest/owner.lock')

/**
 * Copies what is kept in DATA_DIR. The control database is copied as it is at one moment, while the service runs or not;
 * events and statistics only while it does not, for the engine in it belongs to one process. Throws `BackupRefused`.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { settings, scope } = options
  const directory = await emptyDirectory(options)
  const dataDir = await existing(settings)
  const lock = scope === 'everything' ? await lockOut(dataDir) : undefined
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
  const analytics = everything ? await held(settings) : null
  const tree = () => walk(dataDir, everything ? ALL_FILES : CONTROL_FILES, isLock)
  const before = await tree()
  await makeBranches(target, before)
  const bytesTotal = before.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  const copied = await severalAtOnce(before.files, async ({ path }) => {
    const file = await copyFile(dataDir, target, path)
    bytes += file.bytes
    onProgress?.({ bytes, bytesTotal })
    return file
  })
  if (!isSame(before, await tree()))
    throw new BackupRefused(`Something wrote to ${dataDir} while it was copied; stop what uses it, and begin again.`)
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

/** What the embedded engine holds, where there is one; opened as it is, so nothing in it is migrated. */
async function held({ clickhouse }: Settings): Promise<Holdings | null> {
  if (!('embedded' in clickhouse) || !(await exists(clickhouse.embedded.path))) return null
  const engine = await openEngine(clickhouse)
  try {
    return await holdings(engine)
  } finally {
    await engine.close()
  }
}

async function emptyDirectory({ directory, settings }: BackupOptions): Promise<string> {
  const path = resolve(directory)
  const inside = relative(settings.dataDir, path)
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`)))
    throw new BackupRefused(`${path} is inside ${settings.dataDir}; a backup belongs elsewhere, best on another disk.`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new BackupRefused(`${path} is not empty; give a new directory.`)
  return path
}

async function existing({ database, dataDir }: Settings): Promise<string> {
  if ('postgres' in database)
    throw new BackupRefused(
      'Control data are in PostgreSQL: back up there, and ClickHouse likewise; docs/backup.md has how.',
    )
  if (!(await exists(join(dataDir, DATABASE)))) throw new BackupRefused(`There is no ${DATABASE} in ${dataDir}.`)
  return dataDir
}

/** Nobody may collect while events are copied: the service holds this lock while it runs. */
async function lockOut(dataDir: string): Promise<DirectoryLock | undefined> {
  const ingest = join(dataDir, 'ingest')
  if (!(await exists(ingest))) return undefined
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

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
