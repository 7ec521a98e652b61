import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import type { Clock } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { copySqlite } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import { seeDocs } from '../docs/pages.ts'
import { ENGINE_ID_FILE } from '../engine-claim/engine-id.ts'
import { copyFile, createDirectories, createLinks, describeFile, type FileTree, walk } from './file-tree.ts'
import { recordBackup } from './last-backups.ts'
import { BackupError, type BackupManifest, FILES, writeManifest } from './manifest.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { withServiceSnapshot } from './running-service.ts'

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
const CONTROL_FILES = ['session-secret', 'demo.json', ENGINE_ID_FILE]
const SERVICE_FILES = ['imports', 'ingest', 'clickhouse']
/** Process locks, and the remains of an interrupted backup. */
const isLeftOut = (path: string) => path.startsWith('ingest/owner') || path.startsWith('clickhouse/shadow/')

/**
 * Copies the content of DATA_DIR, each store as of one moment: the control database first, then the ingest log and the
 * embedded engine together. A running service makes a snapshot of the latter two, because its engine belongs to one process.
 * Control data in PostgreSQL is left out. Throws `BackupError`.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { settings, scope } = options
  const directory = await prepareTarget(options)
  const dataDir = existingDataDir(settings, scope)
  const holder = scope === 'everything' ? await lockService(settings) : undefined
  const copying = await beginCopy({ ...options, directory })
  try {
    if (scope === 'control_data') return await copying.finish(null)
    if (holder === 'running')
      return await withServiceSnapshot(dataDir, async ({ directory: snapshot, analytics }) => {
        await copying.copy(snapshot, SERVICE_FILES)
        return copying.finish(analytics)
      })
    const analytics = await embeddedHoldings(settings)
    if (!(await copying.copy(dataDir, SERVICE_FILES)))
      throw new BackupError(`Something wrote to ${dataDir} while it was copied; stop what uses it and start again.`)
    return await copying.finish(analytics)
  } catch (error) {
    await rm(join(directory, FILES), { recursive: true, force: true })
    throw error
  } finally {
    if (holder !== 'running') holder?.release()
  }
}

/** Copies the control data with its files. Returns functions that copy more, and that write the manifest. */
async function beginCopy({ settings, clock, directory, scope, onProgress }: BackupOptions) {
  const { dataDir, database } = settings
  const target = join(directory, FILES)
  await mkdir(target, { mode: 0o700 })
  const control_rows = 'sqlite' in database ? await copySqlite(join(dataDir, DATABASE), join(target, DATABASE)) : null
  const copied: BackupManifest['files'] = control_rows === null ? [] : [await describeFile(target, DATABASE)]
  const trees: FileTree[] = []
  const progress = { bytes: 0, bytesTotal: 0 }

  /** Returns false if something changed during the copy. */
  async function copy(root: string, paths: readonly string[]): Promise<boolean> {
    const tree = await walk(root, paths, isLeftOut)
    trees.push(tree)
    await createDirectories(target, tree)
    progress.bytesTotal += tree.files.reduce((sum, { bytes }) => sum + bytes, 0)
    const files = await mapConcurrently(tree.files, async ({ path }) => {
      const file = await copyFile(root, target, path)
      progress.bytes += file.bytes
      onProgress?.(progress)
      return file
    })
    await createLinks(target, tree)
    copied.push(...files)
    return JSON.stringify(tree) === JSON.stringify(await walk(root, paths, isLeftOut))
  }

  async function finish(analytics: BackupManifest['analytics']): Promise<BackupManifest> {
    const manifest: BackupManifest = {
      format: 1,
      made_at: new Date(clock.now()).toISOString(),
      scope,
      directories: trees.flatMap(({ directories }) => directories),
      links: trees.flatMap(({ links }) => links),
      files: copied,
      control_rows,
      analytics,
    }
    await writeManifest(directory, manifest)
    await recordBackup(dataDir, manifest, directory)
    return manifest
  }

  await copy(dataDir, CONTROL_FILES)
  return { copy, finish }
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
    throw new BackupError(
      `${path} is inside ${settings.dataDir}; choose a directory elsewhere, preferably on another disk.`,
    )
  await mkdir(path, { recursive: true, mode: 0o700 })
  if ((await readdir(path)).length > 0) throw new BackupError(`${path} is not empty; choose a new directory.`)
  return path
}

function existingDataDir({ database, clickhouse, dataDir }: Settings, scope: BackupManifest['scope']): string {
  if ('postgres' in database && (scope === 'control_data' || !('embedded' in clickhouse)))
    throw new BackupError(
      `Control data is in PostgreSQL: back up PostgreSQL and ClickHouse with their own tools. ${seeDocs('backup')}`,
    )
  const needed = 'postgres' in database ? 'clickhouse' : DATABASE
  if (!existsSync(join(dataDir, needed))) throw new BackupError(`There is no ${needed} in ${dataDir}.`)
  return dataDir
}

/** Keeps a service from starting during the copy. `running` if one runs, which can make a snapshot. */
async function lockService({ clickhouse, dataDir }: Settings): Promise<DirectoryLock | 'running' | undefined> {
  const ingest = join(dataDir, 'ingest')
  if (!existsSync(ingest)) return undefined
  try {
    return lockDirectory(ingest)
  } catch {
    if ('embedded' in clickhouse) return 'running'
    throw new BackupError(
      `The service runs on ${dataDir} and its statistics are on a ClickHouse server. Stop it for a backup of everything; --control-data copies accounts, settings and tokens while it runs.`,
    )
  }
}
