import type { AskedProducts } from '@footfall/core-domain'
import { allOf, anyOf, integer, type Sql, sql, text } from '@footfall/warehouse'
import { daysIn } from '../days/imported-days.ts'
import { ofProduct } from '../days/rows-within.ts'
import type { RollupNumber } from '../definitions/metric.ts'
import type { ImportedPart } from '../plan/pass.ts'

const known = (number: Sql) => sql`ifNull(${number}, 0)`
/** What is more than the whole, by a source's own rounding, leaves nothing. */
const less = (whole: Sql, part: Sql) => sql`toUInt64(greatest(toInt64(${known(whole)}) - toInt64(${known(part)}), 0))`
const milliseconds = (seconds: Sql) => sql`toUInt64(round(${known(seconds)} * 1000))`

/**
 * The numbers of rollups on a row of `imported_days`, 0 where the import does not report them: a metric takes only the days
 * whose numbers it needs.
 */
export const IMPORTED_NUMBER: Readonly<Record<RollupNumber, Sql>> = {
  visitors: known(sql`imported_days.visitors`),
  pageviews: known(sql`imported_days.pageviews`),
  customs: less(sql`imported_days.events`, sql`imported_days.pageviews`),
  engaged_ms: milliseconds(sql`imported_days.page_seconds`),
  visits: known(sql`imported_days.visits`),
  unbounced: less(sql`imported_days.visits`, sql`imported_days.bounces`),
  gap_ms: milliseconds(sql`imported_days.visit_seconds`),
  visit_pageviews: known(sql`imported_days.pageviews`),
}

/** The text of a key: the first, or what comes after it, such as the region of a city. */
export function importedKey(place: number): Sql {
  return place <= 0 ? sql`imported_days.key` : sql`imported_days.keys[${integer(place + 1)}]`
}

export function importedRows(product: AskedProducts, { list, ranges }: ImportedPart): Sql {
  const days = ranges.map((range) => sql`import = ${text(range.import)} AND ${daysIn(range.fromDay, range.toDay)}`)
  return allOf([sql`${ofProduct(product)} AND dimension = ${text(list)}`, anyOf(days)])
}
