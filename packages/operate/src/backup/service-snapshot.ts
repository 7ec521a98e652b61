import { join } from 'node:path'
import { type Holdings, holdings } from '@footfall/analytics'
import { DomainError } from '@footfall/core-domain'
import type { Ingest } from '@footfall/ingest'
import type { PausableEngine } from '@footfall/warehouse'
import { z } from 'zod'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'
import { removeSnapshot, snapshotEngine, snapshotIn } from './engine-snapshot.ts'
import { createLinks, linkFiles, walk } from './file-tree.ts'

/** A snapshot that the service holds while it is copied. */
export const ServiceSnapshot = z.object({
  /** Holds `ingest`, `imports` and `clickhouse` as in DATA_DIR. */
  directory: z.string(),
  analytics: z.record(z.string(), z.string()),
})
export type ServiceSnapshot = z.infer<typeof ServiceSnapshot>

export interface SnapshotDependencies {
  readonly dataDir: string
  /** The directory of the embedded engine. */
  readonly engineDirectory: string
  readonly engine: PausableEngine
  readonly ingest: Pick<Ingest, 'whilePaused'>
}

class BackupRunning extends DomainError {
  constructor() {
    super('request_in_progress', 'Another backup of this service is running; try again when it has ended.')
  }
}

/**
 * The route for `footfall backup`: a snapshot, for as long as the caller listens. First removes the snapshot of a process that
 * was killed, because it would keep rows that were deleted since.
 */
export async function snapshotRoutes(dependencies: SnapshotDependencies): Promise<OperatorRoutes> {
  await removeSnapshot(dependencies.engineDirectory)
  let taken = false
  return {
    'POST /snapshot': async ({ progress, left, signal }) => {
      if (taken) throw new BackupRunning()
      taken = true
      try {
        progress(await takeSnapshot(dependencies))
        await aborted(AbortSignal.any([left, signal]))
      } finally {
        await removeSnapshot(dependencies.engineDirectory).finally(() => {
          taken = false
        })
      }
      return {}
    },
  }
}

/**
 * The ingest log and the engine at one moment, between two deliveries: every event is in one of them, and none in both. Events
 * are accepted meanwhile; they are in the next backup.
 */
async function takeSnapshot({ dataDir, engineDirectory, engine, ingest }: SnapshotDependencies) {
  await removeSnapshot(engineDirectory)
  const directory = snapshotIn(engineDirectory)
  return ingest.whilePaused((segments) =>
    engine.whileUnchanged(async (unchanged): Promise<ServiceSnapshot> => {
      await snapshotEngine(unchanged, engineDirectory)
      await keep(dataDir, directory, segments)
      const analytics: Holdings = await holdings(unchanged)
      return { directory, analytics }
    }),
  )
}

/**
 * Only complete segments of the log, which do not change; the current one has later events. An import that ends during the
 * snapshot removes its files, which are then not needed after a restore either.
 */
async function keep(dataDir: string, directory: string, segments: readonly string[]): Promise<void> {
  const kept = new Set(segments)
  const isKept = (path: string) => kept.has(join(dataDir, path))
  const isLater = (path: string) => path.startsWith('ingest/') && !path.includes('/rejected') && !isKept(path)
  const tree = await walk(dataDir, ['ingest', 'imports'], isLater)
  await linkFiles(dataDir, directory, tree, (path) => !isKept(path))
  await createLinks(directory, tree)
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
