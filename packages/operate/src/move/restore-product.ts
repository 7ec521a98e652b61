import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eraseProduct, markReturningVisitors } from '@footfall/analytics'
import { openAnalyticsEngine, openControlData, parseSettings, type Settings, storeConfig } from '@footfall/config'
import { type Clock, type ProductId, type RandomSource, randomId, timestamp } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { recordOperatorChange } from '@footfall/operations'
import {
  expectPurge,
  openStore,
  ProductRestoreError,
  type ProductRestoreOptions,
  type ProductRows,
  restoreProductRows,
} from '@footfall/storage'
import { type Engine, sql, text } from '@footfall/warehouse'
import { DATABASE } from '../backup/backup-target.ts'
import type { CopyProgress } from '../backup/make-backup.ts'
import { BackupError } from '../backup/manifest.ts'
import { type BackupSource, restoreBackup } from '../backup/restore-backup.ts'
import { type Block, readBlocks } from './analytics/copy-analytics.ts'
import { drainLog } from './drain-log.ts'

export interface RestoreProductOptions {
  readonly settings: Settings
  readonly source: BackupSource
  readonly product: ProductId
  /** The email address of the account that owns it if no owner of the backup can. */
  readonly owner?: string | undefined
  /** Only says what would come back. */
  readonly dryRun: boolean
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  readonly clock: Clock
  readonly random: RandomSource
}

export interface RestoredProduct extends ProductRows {
  readonly made_at: string
  readonly events: number
}

/** Where the whole backup is while one product of it is read. */
const SCRATCH = 'restore-product'
const BLOCKS = 'blocks'

/**
 * Restores one product that was deleted, from a backup of everything, into a DATA_DIR whose service is stopped. First its statistics
 * are written, then its control data in one transaction, so that the product exists when all of it does. After an interruption the
 * service removes what was written, and the restore can be started again. Throws `BackupError`.
 */
export async function restoreProduct(options: RestoreProductOptions): Promise<RestoredProduct> {
  const { settings, source } = options
  const database = await usableDatabase(options)
  if (source.summary.scope !== 'everything' || source.summary.control_rows === null)
    throw new BackupError(
      'The backup lacks control data or statistics; one product can be restored from a backup of everything.',
    )
  const lock = lockStopped(settings)
  const scratch = join(settings.dataDir, SCRATCH)
  try {
    await rm(scratch, { recursive: true, force: true })
    await mkdir(join(scratch, BLOCKS), { recursive: true, mode: 0o700 })
    const origin = parseSettings({ DATA_DIR: join(scratch, 'data') })
    await restoreBackup({ ...options, settings: origin })
    const rows = await ownRows(options, database, join(origin.dataDir, DATABASE))
    const { events, blocks } = await statisticsOf(origin, scratch, options)
    const made_at = source.summary.made_at
    if (!options.dryRun) {
      await writeStatistics(options, database, { events, blocks })
      await writeControlData(options, rows)
    }
    const { name, restored, leftOut } = rows.tried
    return { made_at, name, restored, leftOut, events }
  } catch (error) {
    if (error instanceof ProductRestoreError) throw new BackupError(error.message)
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
    lock?.release()
  }
}

/** The control database, which must be one of this version. It is not migrated here, since a preview changes nothing. */
async function usableDatabase({ settings, clock, random }: RestoreProductOptions): Promise<string> {
  const { database, clickhouse, dataDir } = settings
  if (!('sqlite' in database) || !('embedded' in clickhouse))
    throw new BackupError('One product can be restored only without DATABASE_URL and CLICKHOUSE_URL.')
  if (!existsSync(database.sqlite.path)) throw new BackupError(`${dataDir} has no ${DATABASE}.`)
  const control = openStore(storeConfig(settings), { clock, random })
  try {
    if ((await control.pendingMigrations()).length > 0)
      throw new BackupError(`${dataDir} is of an earlier version: start the service of this version once first.`)
  } finally {
    await control.store.close()
  }
  return database.sqlite.path
}

function lockStopped({ dataDir }: Settings): DirectoryLock | undefined {
  const ingest = join(dataDir, 'ingest')
  if (!existsSync(ingest)) return undefined
  try {
    return lockDirectory(ingest)
  } catch {
    throw new BackupError(`The service runs on ${dataDir}. Stop it while a product is restored.`)
  }
}

interface TriedRows {
  readonly restore: ProductRestoreOptions
  readonly tried: ProductRows
}

/** Migrates the copy of the backup, and tries the restore of the control data. */
async function ownRows(
  { settings, product, owner, clock, random }: RestoreProductOptions,
  to: string,
  from: string,
): Promise<TriedRows> {
  const origin = parseSettings({ DATA_DIR: join(from, '..') })
  const backup = await openControlData(origin, { clock, random, onConnectionError: () => {} })
  await backup.store.close()
  const restore: ProductRestoreOptions = {
    from,
    to,
    product,
    owner: owner === undefined ? undefined : await ownerOf(settings, owner, { clock, random }),
    at: timestamp(clock.now()),
  }
  return { restore, tried: await restoreProductRows(restore) }
}

async function ownerOf(
  settings: Settings,
  email: string,
  dependencies: { readonly clock: Clock; readonly random: RandomSource },
): Promise<NonNullable<ProductRestoreOptions['owner']>> {
  const control = openStore(storeConfig(settings), dependencies)
  try {
    const account = await control.store.accounts.findByEmail(email)
    if (account === undefined) throw new BackupError(`No account has the email address ${email}.`)
    return { id: account.id, email: account.email, memberId: randomId(dependencies.random, 'mbr') }
  } finally {
    await control.store.close()
  }
}

interface StoredBlock extends Omit<Block, 'rows'> {
  /** The file with its rows. */
  readonly file: string
}

/** One process holds one embedded engine at a time, so the rows wait in files. */
async function statisticsOf(
  origin: Settings,
  scratch: string,
  { product, dryRun, clock, random }: RestoreProductOptions,
): Promise<{ readonly events: number; readonly blocks: readonly StoredBlock[] }> {
  const control = await openControlData(origin, { clock, random, onConnectionError: () => {} })
  const engine = await openAnalyticsEngine(origin)
  try {
    await drainLog(origin, control, engine, { clock, random })
    const blocks: StoredBlock[] = []
    const write = async ({ rows, ...block }: Block) => {
      const file = join(scratch, BLOCKS, String(blocks.length))
      await writeFile(file, rows, { mode: 0o600 })
      blocks.push({ ...block, file })
    }
    if (!dryRun) await readBlocks(engine, write, { product })
    return { events: await eventsOf(engine, product), blocks }
  } finally {
    await engine.close()
    await control.store.close()
  }
}

async function writeStatistics(
  { settings, product, clock, random }: RestoreProductOptions,
  database: string,
  { events, blocks }: { readonly events: number; readonly blocks: readonly StoredBlock[] },
): Promise<void> {
  expectPurge({ to: database, product, at: timestamp(clock.now()) })
  const engine = await openAnalyticsEngine(settings)
  try {
    // Of an earlier attempt, or of a deletion that is not complete yet.
    await eraseProduct(engine, product)
    const attempt = randomId(random, 'rst')
    for (const { table, columns, format, token, file } of blocks)
      await engine.insert(table, format, await readFile(file, 'utf8'), `${attempt}:${token}`, columns)
    await markReturningVisitors(engine, product)
    const stored = await eventsOf(engine, product)
    if (stored !== events) throw new Error(`Of ${events} events, ${stored} were stored. The product was not restored.`)
  } finally {
    await engine.close()
  }
}

async function writeControlData(
  { source, product, clock, random }: RestoreProductOptions,
  { restore }: TriedRows,
): Promise<void> {
  await restoreProductRows(restore, (tx, { name }) =>
    recordOperatorChange(
      tx,
      { clock, random },
      {
        operation: 'restore',
        product,
        subject: product,
        summary: `Restore the deleted product “${name}” from the backup in ${source.place}.`,
        changes: [],
      },
    ),
  )
}

async function eventsOf(engine: Engine, product: ProductId): Promise<number> {
  const query = sql`SELECT count() AS events FROM events WHERE product_id = ${text(product)}`
  const [row] = await engine.rows<{ events: string }>(query.text, { purpose: 'maintenance' })
  return Number(row?.events ?? 0)
}
