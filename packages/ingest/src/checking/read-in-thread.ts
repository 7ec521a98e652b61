import type { Clock, ImportId, RandomSource, TrackingProfile, Vendor } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { PLACE_SECRET_BYTES } from '../collector/id-table.ts'
import { parquetToNdjson } from '../import/parquet.ts'
import { type ImportProgress, withSpeed } from '../import/progress.ts'
import { earlierImports } from '../vendor-exports/earlier-imports.ts'
import type { CheckedExport, ExportJob } from './check-job.ts'
import { inCheckingThread } from './in-checking-thread.ts'

export interface ReadOptions {
  readonly engine: Engine
  /** The product with its settings; days are those of its zone. */
  readonly profile: TrackingProfile
  /** What every stored row carries. An interrupted import continues under its id. */
  readonly importId: ImportId
  readonly file: string
  /** The vendor of the export; recognized by content if absent. */
  readonly source?: Vendor | undefined
  /** The site to take from an export of several; the error without it names them. */
  readonly site?: string | undefined
  readonly clock: Clock
  readonly random: RandomSource
  readonly onProgress?: (progress: ImportProgress) => void
  /** Once it is aborted, reading ends with its reason. An error that `onProgress` throws stops the rest. */
  readonly signal?: AbortSignal | undefined
}

type InThread = Pick<ExportJob, 'directory' | 'memoryBytesMax' | 'storedFor'> & { readonly heapMib: number }

/** Reads and checks an export on a separate thread, and answers its questions from the engine. Throws as `importExport` does. */
export async function readInThread(
  { engine, profile, importId, file, source, site, clock, random, onProgress, signal }: ReadOptions,
  { heapMib, ...bounds }: InThread,
): Promise<CheckedExport> {
  const earlier = earlierImports(engine, profile.product, importId, signal)
  const secret = random.bytes(PLACE_SECRET_BYTES)
  const job = { kind: 'export', file, profile, source, site, nowMs: clock.now(), secret, ...bounds } as const
  return inCheckingThread(
    { ...job, earlier: await earlier.days() },
    {
      onProgress: withSpeed(clock, onProgress),
      signal,
      heapMib,
      async answer(question) {
        if (question.ask === 'earlier ids') return earlier.idsOf(question.day, question.after)
        await parquetToNdjson(engine, question.parquet, question.json, { signal })
        return []
      },
    },
  )
}
