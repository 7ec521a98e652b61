import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import { storeConfig } from '@footfall/config'
import type { AuditEntry, Clock, RandomSource } from '@footfall/core-domain'
import { checkSqlite, openStore } from '@footfall/storage'
import { openEngine } from '@footfall/warehouse'
import { copyFile, makeBranches } from './file-tree.ts'
import type { CopyProgress } from './make-backup.ts'
import { type BackupManifest, BackupRefused, FILES, readManifest } from './manifest.ts'
import { severalAtOnce } from './several-at-once.ts'

export interface RestoreOptions {
  /** DATA_DIR of it is where everything goes; it must be missing or empty. */
  readonly settings: Settings
  readonly directory: string
  readonly onProgress?: (progress: CopyProgress) => void
  /** Noted in the audit log that was restored. */
  readonly entry: AuditEntry
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Puts a backup back into an empty DATA_DIR, byte by byte as its checksums say, and asks both stores whether they hold
 * what they held. When anything differs, DATA_DIR is left empty again. Throws `BackupRefused`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { settings, directory, onProgress } = options
  const { dataDir } = settings
  const source = join(resolve(directory), FILES)
  const manifest = await readManifest(resolve(directory))
  await assertFits(manifest, settings)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if ((await readdir(dataDir)).length > 0)
    throw new BackupRefused(`${dataDir} is not empty; stop the service, move it away, and begin again.`)
  try {
    await copyBack(manifest, source, dataDir, onProgress)
    await compare(manifest, settings)
    await note(options)
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
  return manifest
}

/** The database is not migrated for it: the audit log is older than any backup. */
async function note({ settings, entry, clock, random }: RestoreOptions): Promise<void> {
  const control = openStore(storeConfig(settings), { clock, random })
  try {
    await control.store.transaction((tx) => tx.store.audit.append(entry))
  } finally {
    await control.store.close()
  }
}

async function assertFits({ analytics }: BackupManifest, { database, clickhouse }: Settings): Promise<void> {
  if ('postgres' in database)
    throw new BackupRefused('DATABASE_URL is set, and a backup of an embedded database does not go into PostgreSQL.')
  if (analytics !== null && !('embedded' in clickhouse))
    throw new BackupRefused('CLICKHOUSE_URL is set, and the backup holds an embedded engine; unset it to restore.')
}

async function copyBack(
  manifest: BackupManifest,
  source: string,
  dataDir: string,
  onProgress: RestoreOptions['onProgress'],
): Promise<void> {
  await makeBranches(dataDir, manifest)
  const bytesTotal = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  await severalAtOnce(manifest.files, async (expected) => {
    const copied = await copyFile(source, dataDir, expected.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new BackupRefused(`The backup is damaged: ${expected.path} is missing.`)
    })
    if (copied.sha256 !== expected.sha256)
      throw new BackupRefused(`The backup is damaged: ${expected.path} is not what was backed up.`)
    bytes += copied.bytes
    onProgress?.({ bytes, bytesTotal })
  })
}

async function compare({ control_rows, analytics }: BackupManifest, { database, clickhouse }: Settings): Promise<void> {
  if ('sqlite' in database) assertSame('The control database', control_rows, checkSqlite(database.sqlite.path))
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
      throw new BackupRefused(`${store} holds ${found[name] ?? 'no'} ${name} and not ${count}, as it did.`)
}
