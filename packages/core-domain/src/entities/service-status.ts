import { z } from 'zod'

const Bytes = z.number().min(0)
const Check = z.enum(['ok', 'down'])

/** A backup that `footfall backup` or the schedule of the service completed. */
export const MadeBackup = z.object({
  made_at: z.string(),
  /** The directory, or the address of the bucket with the name of the backup. */
  place: z.string(),
  bytes: Bytes,
})
export type MadeBackup = z.infer<typeof MadeBackup>

/** The last backup of each scope; null where none is known. */
export const LastBackups = z.object({
  everything: MadeBackup.nullable(),
  control_data: MadeBackup.nullable(),
  /** Backups in a bucket: the last that was made, and the failure after it. Both are null where no bucket is used. */
  bucket: z
    .object({
      made: MadeBackup.nullable(),
      failed: z.object({ at: z.string(), reason: z.string() }).nullable(),
    })
    .default({ made: null, failed: null }),
})
export type LastBackups = z.infer<typeof LastBackups>

/** How one process of the service is, for its operators. It has nothing of visitors, products or accounts. */
export const ServiceStatus = z.object({
  /** As `/readyz` says it. */
  status: z.enum(['ready', 'degraded', 'unavailable']),
  at: z.string(),
  process: z.object({ pid: z.int(), started_at: z.string(), memory_bytes: Bytes }),
  versions: z.object({
    footfall: z.string(),
    node: z.string(),
    /** Null while the engine does not answer. */
    engine: z.string().nullable(),
  }),
  stores: z.object({
    control_database: z.object({ kind: z.string(), state: Check }),
    analytics_engine: z.object({ kind: z.string(), state: Check }),
    ingest_log: z.object({ state: Check, bytes: Bytes, bytes_max: Bytes }),
  }),
  queues: z.object({
    /** Accepted events that the engine does not have yet, and when the oldest was accepted. */
    events: z.number(),
    events_since: z.string().nullable(),
    /** Null while the control database does not answer. */
    jobs: z
      .object({
        emails: z.number(),
        messages: z.number(),
        imports: z.number(),
        erasures: z.number(),
        deleted_products: z.number(),
      })
      .nullable(),
  }),
  /** Of `DATA_DIR`; null where the file system does not report it. */
  disk: z.object({ free_bytes: Bytes, total_bytes: Bytes }).nullable(),
  last_backups: LastBackups,
})
export type ServiceStatus = z.infer<typeof ServiceStatus>
