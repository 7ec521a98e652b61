import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import { storeConfig } from '@footfall/config'
import type { Clock, RandomSource } from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import { checkSqlite, FIRST_MIGRATION, openStore } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import type { BackupFacts, BackupSummary } from './backup-target.ts'
import { makePlace } from './directory-target.ts'
import type { CopyProgress } from './make-backup.ts'
import { BackupError } from './manifest.ts'

/** A backup that exists, in a directory or in a bucket. */
export interface BackupSource {
  readonly summary: BackupSummary
  /** For people and the audit log. */
  readonly place: string
  /** Restores all files to an empty directory, and verifies each. Throws `BackupError`. */
  copyTo(directory: string, onProgress: ((progress: CopyProgress) => void) | undefined): Promise<void>
}

export interface RestoreOptions {
  /** The backup is restored to its DATA_DIR, which must be missing or empty. */
  readonly settings: Settings
  readonly source: BackupSource
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Restores a backup into an empty DATA_DIR, verifies checksums, and compares the row counts of both stores with the
 * backup. When anything differs, DATA_DIR is emptied again. Throws `BackupError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupSummary> {
  const { settings, source, onProgress } = options
  const { dataDir } = settings
  const { summary } = source
  await assertRestorable(summary, settings)
  if (summary.control_rows === null) await assertDumpRestored(options)
  await makePlace(dataDir)
  if ((await readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty; stop the service, move the directory away and start again.`)
  try {
    await source.copyTo(dataDir, onProgress)
    await verify(summary, settings)
    await recordRestore(options)
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
  return summary
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
async function recordRestore({ settings, source, clock, random }: RestoreOptions): Promise<void> {
  const control = openStore(storeConfig(settings), { clock, random })
  const change = { operation: 'restore', summary: `Restore the backup in ${source.place}.`, changes: [] }
  try {
    await control.store.transaction((tx) => recordOperatorChange(tx, { clock, random }, change))
  } finally {
    await control.store.close()
  }
}

async function assertRestorable({ analytics, control_rows }: BackupFacts, settings: Settings): Promise<void> {
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

async function verify({ control_rows, analytics }: BackupFacts, { database, clickhouse }: Settings): Promise<void> {
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
