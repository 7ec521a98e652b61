import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import { storeConfig } from '@footfall/config'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import { checkSqlite, FIRST_MIGRATION, openStore } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import { copyFile, createDirectories, createLinks } from './file-tree.ts'
import type { CopyProgress } from './make-backup.ts'
import { BackupError, type BackupManifest, FILES, readManifest } from './manifest.ts'
import { mapConcurrently } from './map-concurrently.ts'

export interface RestoreOptions {
  /** The backup is restored to its DATA_DIR, which must be missing or empty. */
  readonly settings: Settings
  readonly directory: string
  readonly onProgress?: (progress: CopyProgress) => void
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Restores a backup into an empty DATA_DIR, verifies checksums, and compares the row counts of both stores with the
 * backup. When anything differs, DATA_DIR is emptied again. Throws `BackupError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { settings, directory, onProgress } = options
  const { dataDir } = settings
  const source = join(resolve(directory), FILES)
  const manifest = await readManifest(resolve(directory))
  await assertRestorable(manifest, settings)
  if (manifest.control_rows === null) await assertDumpRestored(options)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if ((await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty; stop the service, move the directory away and start again.`)
  try {
    await copyBack(manifest, source, dataDir, onProgress)
    await verify(manifest, settings)
    await recordRestore(options)
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
  return manifest
}

/** Control data comes from the dump of PostgreSQL, and the audit entry of the restore goes there. */
async function assertDumpRestored({ settings, clock, random }: RestoreOptions): Promise<void> {
  const control = openStore(storeConfig(settings), { clock, random })
  try {
    if (!(await control.pendingMigrations()).includes(FIRST_MIGRATION)) return
  } finally {
    await control.store.close()
  }
  throw new BackupError(
    'The database of DATABASE_URL is empty: restore the dump of PostgreSQL first, then run this again.',
  )
}

/** The database is not migrated first: every backup has an audit log. */
async function recordRestore({ settings, directory, clock, random }: RestoreOptions): Promise<void> {
  const control = openStore(storeConfig(settings), { clock, random })
  const change = { operation: 'restore', summary: `Restore the backup in ${directory}.`, changes: [] }
  try {
    await control.store.transaction((tx) => recordOperatorChange(tx, { clock, random }, change))
  } finally {
    await control.store.close()
  }
}

async function assertRestorable({ analytics, control_rows }: BackupManifest, settings: Settings): Promise<void> {
  const { database, clickhouse } = settings
  if (control_rows === null && 'sqlite' in database)
    throw new BackupError(
      'The backup has no control data, which was in PostgreSQL: restore its dump and set DATABASE_URL.',
    )
  if (control_rows !== null && 'postgres' in database)
    throw new BackupError(
      'DATABASE_URL is set, but a backup of an embedded database cannot be restored into PostgreSQL.',
    )
  if (analytics !== null && !('embedded' in clickhouse))
    throw new BackupError('CLICKHOUSE_URL is set, but the backup holds an embedded engine; unset it to restore.')
}

async function copyBack(
  manifest: BackupManifest,
  source: string,
  dataDir: string,
  onProgress: RestoreOptions['onProgress'],
): Promise<void> {
  await createDirectories(dataDir, manifest)
  const bytesTotal = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  await mapConcurrently(manifest.files, async (expected) => {
    const copied = await copyFile(source, dataDir, expected.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new BackupError(`The backup is damaged: ${expected.path} is missing.`)
    })
    if (copied.sha256 !== expected.sha256)
      throw new BackupError(`The backup is damaged: ${expected.path} does not match its checksum.`)
    bytes += copied.bytes
    onProgress?.({ bytes, bytesTotal })
  })
  await createLinks(dataDir, manifest)
}

async function verify({ control_rows, analytics }: BackupManifest, { database, clickhouse }: Settings): Promise<void> {
  if ('sqlite' in database && control_rows !== null)
    assertSame('The control database', control_rows, checkSqlite(database.sqlite.path))
  if (analytics === null || !('embedded' in clickhouse)) return
  const engine = await openEngine(clickhouse)
  try {
    assertSame('The analytics engine', analytics, await holdings(engine))
  } finally {
    await engine.close()
  }
}

type Counts = Readonly<Record<string, number | string>>

function assertSame(store: string, expected: Counts, found: Counts): void {
  for (const [name, count] of Object.entries(expected))
    if (found[name] !== count)
      throw new BackupError(`${store} holds ${found[name] ?? 'no'} ${name} instead of ${count}.`)
}
