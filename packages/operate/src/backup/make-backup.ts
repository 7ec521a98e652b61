import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import type { Settings } from '@footfall/config'
import type { Clock } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { openEngine } from '@footfall/warehouse'
import { seeDocs } from '../docs/pages.ts'
import { ENGINE_ID_FILE } from '../engine-claim/engine-id.ts'
import { type BackupFacts, type BackupSummary, type BackupTarget, DATABASE } from './backup-target.ts'
import { walk } from './file-tree.ts'
import { BackupError, type BackupManifest } from './manifest.ts'
import { withServiceSnapshot } from './running-service.ts'

export interface BackupOptions<Made extends BackupSummary> {
  readonly settings: Settings
  readonly clock: Clock
  readonly target: BackupTarget<Made>
  readonly scope: BackupManifest['scope']
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

export interface CopyProgress {
  readonly bytes: number
  readonly bytesTotal: number
}

const CONTROL_FILES = ['session-secret', 'demo.json', ENGINE_ID_FILE]
const SERVICE_FILES = ['imports', 'ingest', 'clickhouse']
/** Process locks, and the remains of an interrupted backup. */
const isLeftOut = (path: string) => path.startsWith('ingest/owner') || path.startsWith('clickhouse/shadow/')

/**
 * Copies the content of DATA_DIR, each store as of one moment: the control database first, then the ingest log and the
 * embedded engine together. A running service makes a snapshot of the latter two, because its engine belongs to one process.
 * Control data in PostgreSQL is left out. Throws `BackupError`.
 */
export async function makeBackup<Made extends BackupSummary>(options: BackupOptions<Made>): Promise<Made> {
  const { settings, scope, target } = options
  const dataDir = existingDataDir(settings, scope)
  try {
    await target.prepare()
    const holder = scope === 'everything' ? await lockService(settings) : undefined
    try {
      const copying = await beginCopy(options)
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
    } finally {
      if (holder !== 'running') holder?.release()
    }
  } finally {
    await target.close()
  }
}

/** Copies the control data with its files. Returns functions that copy more, and that write the manifest. */
async function beginCopy<Made extends BackupSummary>(options: BackupOptions<Made>) {
  const { settings, clock, target, scope, onProgress } = options
  const { dataDir, database } = settings
  const control_rows = 'sqlite' in database ? await target.addDatabase(join(dataDir, DATABASE)) : null
  const progress = { bytes: 0, bytesTotal: 0 }

  /** Returns false if something changed during the copy. */
  async function copy(root: string, paths: readonly string[]): Promise<boolean> {
    const tree = await walk(root, paths, isLeftOut)
    progress.bytesTotal += tree.files.reduce((sum, { bytes }) => sum + bytes, 0)
    await target.add(root, tree, (bytes) => {
      progress.bytes += bytes
      onProgress?.(progress)
    })
    return JSON.stringify(tree) === JSON.stringify(await walk(root, paths, isLeftOut))
  }

  function finish(analytics: BackupFacts['analytics']): Promise<Made> {
    return target.finish({ made_at: new Date(clock.now()).toISOString(), scope, control_rows, analytics })
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

function existingDataDir({ database, clickhouse, dataDir }: Settings, scope: BackupManifest['scope']): string {
  if ('postgres' in database && (scope === 'control_data' || !('embedded' in clickhouse)))
    throw new BackupError(
      `Control data is in PostgreSQL: back up PostgreSQL and ClickHouse with their own tools. ${seeDocs('backup')}`,
    )
  const needed = 'postgres' in database ? 'clickhouse' : DATABASE
  if (!existsSync(join(dataDir, needed))) throw new BackupError(`${dataDir} has no ${needed}.`)
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
