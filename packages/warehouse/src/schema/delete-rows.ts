import type { Engine } from '../engine/engine.ts'
import type { Sql } from '../sql/literal.ts'
import { stored } from './topology.ts'

/** Tables that hold what products collected, and their rollups. */
export const PRODUCT_TABLES = [
  'events',
  'events_15m',
  'event_days',
  'named_days',
  'identified_visitors',
  'closed_days',
  'day_figures',
  'crawler_hits',
  'rejected_events',
  'proxied_events',
  'search_console',
  'imported_days',
  'imported_event_ids',
  'moved_visits',
  'moved_quarters',
] as const
export type ProductTable = (typeof PRODUCT_TABLES)[number]

/** Removes rows from all results at once; they leave the disk with the next merge of their part. */
export async function deleteRows(engine: Engine, table: ProductTable, condition: Sql): Promise<void> {
  await engine.run(`DELETE FROM ${stored(table, engine).text} WHERE ${condition.text}`, { purpose: 'maintenance' })
}

/** Drops the rows of one import from the staging table. */
export async function dropStaged(engine: Engine, importId: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/.test(importId)) throw new TypeError('not the id of an import')
  await engine.run(`ALTER TABLE ${stored('import_staging', engine).text} DROP PARTITION '${importId}'`)
}
