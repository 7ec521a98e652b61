import {
  BeyondRetention,
  existing,
  firstKeptDay,
  IMPORT_STATUSES,
  ImportId,
  ImportLeftOut,
  type ImportRecord,
  ImportSource,
  LocalDate,
  Timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall, ProductWriteCall } from '../../definition/index.ts'

/** An import as the dashboard shows it. */
export const ImportView = z.object({
  id: ImportId,
  source: ImportSource,
  file_name: z.string(),
  site: z.string().nullable().meta({ description: 'The site of an export of several.' }),
  from: LocalDate.nullable(),
  to: LocalDate.nullable(),
  rows: z
    .int()
    .meta({ description: 'Stored events and lines of daily totals; before the start, those that would be.' }),
  status: z.enum(IMPORT_STATUSES),
  percent: z.int(),
  problem: z.string().nullable().meta({ description: 'Why it failed.' }),
  left_out: z.array(ImportLeftOut).meta({ description: 'What of the file is not taken.' }),
  beyond_retention: BeyondRetention.nullable().meta({
    description: 'What of the file would be deleted; null once the product keeps every day of it.',
  }),
  created_at: Timestamp,
})
export type ImportView = z.infer<typeof ImportView>

export const importParams = { import: ImportId.meta({ description: 'From dashboard_imports_list.' }) }

/** The first day that the product keeps now. */
export async function keptNow({ store, clock, product }: Pick<ProductCall, 'store' | 'clock' | 'product'>) {
  return firstKeptDay(product.timezone, await store.settings.get(product.id, 'preferences'), clock.now())
}

/** The warning about retention no longer applies once the product keeps data for longer. */
export function importView(record: ImportRecord, keptFrom: LocalDate): ImportView {
  const isKept = record.from === null || record.from >= keptFrom
  const beyond_retention = isKept ? null : record.beyond_retention
  const { id, source, file_name, site, from, to, rows, status, percent, problem, created_at } = record
  const left_out = record.left_out.map(({ what, count, lines }) => ({ what, count, lines: [...lines] }))
  return {
    id,
    source,
    file_name,
    site,
    from,
    to,
    rows,
    status,
    percent,
    problem,
    left_out,
    beyond_retention,
    created_at,
  }
}

/** Throws `NotFound` for an import of another product too. */
export async function foundImport({ store, product }: ProductWriteCall, id: ImportId): Promise<ImportRecord> {
  const record = await store.imports.find(id)
  return existing(record?.product === product.id ? record : undefined)
}
