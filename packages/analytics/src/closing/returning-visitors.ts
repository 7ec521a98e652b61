import type { ProductId } from '@footfall/core-domain'
import { type Engine, integer, sql, text } from '@footfall/warehouse'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { insertSelected } from './insert-selected.ts'

/** Visitors that one statement groups, so that it keeps to its memory. */
const ROWS_AT_ONCE = 20_000_000

/**
 * Marks the days of visitors who are on several days, as days with names. Rows from before `named_days` was there may be
 * those of an import that named its visitors.
 */
export async function markReturningVisitors(engine: Engine, product: ProductId): Promise<void> {
  const own = sql`product_id = ${text(product)} AND visitor != 0`
  const [row] = await engine.rows<{ counted: string }>(sql`SELECT count() AS counted FROM events WHERE ${own}`.text, {
    purpose: 'maintenance',
  })
  const parts = Math.ceil(Number(row?.counted ?? 0) / ROWS_AT_ONCE)
  for (let part = 0; part < parts; part++) {
    const days = sql`SELECT DISTINCT ${text(product)}, toDate(toUInt16(arrayJoin(days))) FROM (
SELECT groupUniqArray(${DAY_OF_VISIT}) AS days FROM events
WHERE ${own} AND visitor % ${integer(parts)} = ${integer(part)} GROUP BY visitor HAVING length(days) > 1)`
    await insertSelected(engine, 'named_days', sql`product_id, day`, days)
  }
}
