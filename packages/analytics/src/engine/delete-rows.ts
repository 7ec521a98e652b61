import { stored } from '../schema/topology.ts'
import type { Engine } from './engine.ts'
import type { Sql } from './literal.ts'

/** Tables that hold what products collected, and their rollup. */
export const PRODUCT_TABLES = [
  'events',
  'events_15m',
  'crawler_hits',
  'rejected_events',
  'proxied_events',
  'search_console',
] as const
export type ProductTable = (typeof PRODUCT_TABLES)[number]

/** Takes rows out of every answer at once; they leave the disk when their part is merged next. */
export async function deleteRows(engine: Engine, table: ProductTable, condition: Sql): Promise<void> {
  await engine.run(`DELETE FROM ${stored(table, engine).text} WHERE ${condition.text}`, { purpose: 'maintenance' })
}
