import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeZone } from '@footfall/core-domain'
import type { ImportOptions } from '../import/import-events.ts'
import { parquetToNdjson } from '../import/parquet.ts'
import { withSpeed } from '../import/progress.ts'
import type { CheckedEvents } from './check-job.ts'
import { inCheckingThread } from './in-checking-thread.ts'

type CheckOptions = Pick<
  ImportOptions,
  | 'engine'
  | 'profile'
  | 'file'
  | 'format'
  | 'stateDir'
  | 'geo'
  | 'clock'
  | 'random'
  | 'skipInvalid'
  | 'onProgress'
  | 'signal'
>

/** Reads and checks a file of events as `importEvents` does, and stores nothing. Throws `InvalidRequest` as it does. */
export async function checkEvents(options: CheckOptions, zone: TimeZone): Promise<CheckedEvents> {
  const { file, format, stateDir, profile, skipInvalid = false, geo, clock, random, onProgress, signal } = options
  const id = Buffer.from(random.bytes(16)).toString('hex')
  const scratch = join(stateDir, `${id}.check.ndjson`)
  try {
    if (format === 'parquet') {
      await mkdir(stateDir, { recursive: true, mode: 0o700 })
      await parquetToNdjson(options.engine, file, scratch, { signal })
    }
    const text = format === 'parquet' ? { file: scratch, format: 'ndjson' as const } : { file, format }
    const secret = random.bytes(32)
    const job = { kind: 'events', profile, skipInvalid, zone, nowMs: clock.now(), secret } as const
    return await inCheckingThread(
      { ...job, ...text, geoDatabase: geo.database },
      { onProgress: withSpeed(clock, onProgress), signal },
    )
  } finally {
    await rm(scratch, { force: true })
  }
}
