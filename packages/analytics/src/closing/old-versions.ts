import { type Clock, HOUR_MS, type ProductId } from '@footfall/core-domain'
import { deleteRows, type Engine, integer, joinSql, sql, text, uint64 } from '@footfall/warehouse'
import { versionMs } from './close-days.ts'

/**
 * A version is published within an hour of the instant that it names. A report that began before that reads the earlier
 * one, and has ended long before the second hour is over.
 */
const KEPT_MS = 2 * HOUR_MS

interface VersionRow {
  readonly of_day: number
  readonly of_version: string
  readonly published: string
}

/**
 * Deletes numbers that reports no longer read: those of versions that a newer one replaced, and those of closings that
 * were cut off. Answers of how many days and versions.
 */
export async function deleteOldVersions(engine: Engine, product: ProductId, clock: Clock): Promise<number> {
  const own = sql`product_id = ${text(product)}`
  // Each version has a row for the whole day, which is written first.
  const rows = await engine.rows<VersionRow>(
    sql`SELECT toUInt32(day) AS of_day, toString(kept.version) AS of_version, toString(closed.version) AS published
FROM (SELECT DISTINCT day, version FROM day_figures WHERE ${own} AND dimension = '') AS kept
LEFT JOIN (SELECT day, version FROM closed_days FINAL WHERE ${own}) AS closed USING (day)
WHERE kept.version != closed.version`.text,
    { purpose: 'maintenance' },
  )
  const isOld = (version: string) => clock.now() - versionMs(version) >= KEPT_MS
  const old = rows.filter(({ of_version, published }) => isOld(of_version) && isOld(published))
  if (old.length === 0) return 0
  const pairs = old.map((row) => sql`(${integer(row.of_day)}, ${uint64(row.of_version)})`)
  await deleteRows(engine, 'day_figures', sql`${own} AND (toUInt32(day), version) IN (${joinSql(pairs, ', ')})`)
  return old.length
}
