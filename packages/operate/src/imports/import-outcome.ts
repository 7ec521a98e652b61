import { ImportId, type ImportRecord, ImportSource } from '@footfall/core-domain'
import { z } from 'zod'
import { ImportTotals } from './perform-import.ts'

/** The result of an import. `id` is null for one from a version without import records. */
export const ImportOutcome = ImportTotals.extend({
  id: ImportId.nullable(),
  source: ImportSource,
  /** Whether the file was imported before; then nothing was done. */
  repeated: z.boolean(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const CheckedImport = ImportTotals.extend({ source: ImportSource })
export type CheckedImport = z.infer<typeof CheckedImport>

export const RemovedImport = z.object({ id: ImportId, rows: z.number() })
export type RemovedImport = z.infer<typeof RemovedImport>

/** Of a file that was imported before. */
export function repeatedOutcome(source: ImportSource, record: ImportRecord | undefined): ImportOutcome {
  const { site = null, from = null, to = null, rows = 0 } = record ?? {}
  return {
    id: record?.id ?? null,
    source,
    repeated: true,
    site,
    from,
    to,
    rows,
    events: 0,
    figures: 0,
    crawler_hits: 0,
    bots_left_out: 0,
    stray_engagements: 0,
    skipped: 0,
    first_skipped: [],
    left_out: [],
    beyond_retention: null,
    seconds: 0,
    resumed: false,
  }
}
