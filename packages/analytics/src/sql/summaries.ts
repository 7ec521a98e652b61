import { DAY_MS, type InstantRange, type ProductId, SECOND_MS, type Traffic } from '@footfall/core-domain'
import {
  allOf,
  anyOf,
  dateTime,
  dateTime64,
  integer,
  joinSql,
  oneOf,
  quartersOfTraffic,
  rowsOfTraffic,
  type Sql,
  sql,
} from '@footfall/warehouse'
import { type Bucketing, QUARTER_MS } from '../calendar/buckets.ts'
import { within } from '../days/rows-within.ts'
import { OF_VISITOR } from '../definitions/metric.ts'

/** Products whose days begin and end at the same instants. */
export interface SummedProducts {
  readonly products: readonly ProductId[]
  /** Begins and ends between two quarters of an hour. */
  readonly range: InstantRange
  readonly days: Bucketing
  /** The visits that count. */
  readonly traffic: Traffic
  /** Begins between two quarters of an hour, and ends at any instant; undefined where nothing of it is kept. */
  readonly earlier: InstantRange | undefined
}

/** What a row of the answer is about. */
export const SUMMARY_PARTS = { current: 0, earlier: 1, firstEvent: 2, active: 3, imported: 4 } as const

/**
 * A row for each day of a product, for its period, for its earlier period, for its first event, for who is there now and for its
 * last imported day.
 */
export interface SummaryRow {
  readonly product: ProductId
  /** One of `SUMMARY_PARTS`. */
  readonly part: number
  readonly is_total: number
  /** The key of the day, the first event in epoch seconds, or the last imported day since 1970-01-01. */
  readonly bucket: string
  readonly people: string
  /** Rows that were merged; 0 where nothing was collected. */
  readonly quarters: string
}

/**
 * The visitors of many products over their own periods and over the last minutes, by one statement: over the rollup by quarters
 * of an hour, and over the rows of what it has not.
 */
export function summariesStatement(groups: readonly SummedProducts[], now: InstantRange): Sql {
  const products = groups.flatMap((group) => group.products)
  const counted = anyOf(groups.map((group) => allOf([isOneOf(group.products), rowsOfTraffic(group.traffic)])))
  const parts = groups.flatMap((group) => [
    currentPart(group),
    ...(group.earlier === undefined ? [] : earlierParts(group, group.earlier)),
  ])
  return sql`SELECT product_id AS product, part, toUInt8(grouping(of_bucket)) AS is_total, of_bucket AS bucket,
  toUInt64(uniqExactMerge(visitors)) AS people, toUInt64(count()) AS quarters
FROM (
${joinSql(parts, '\nUNION ALL\n')})
GROUP BY GROUPING SETS ((product_id, part, of_bucket), (product_id, part))
UNION ALL
SELECT product_id, toUInt8(${integer(SUMMARY_PARTS.firstEvent)}), toUInt8(0), toInt64(toUnixTimestamp(min(t))), toUInt64(0), toUInt64(1)
FROM events_15m WHERE ${isOneOf(products)} GROUP BY product_id
UNION ALL
SELECT product_id, toUInt8(${integer(SUMMARY_PARTS.active)}), toUInt8(1), toInt64(0), toUInt64(uniqExactIf(visitor, ${OF_VISITOR})), toUInt64(0)
FROM events WHERE ${allOf([counted, within(now)])} GROUP BY product_id
UNION ALL
SELECT product_id, toUInt8(${integer(SUMMARY_PARTS.imported)}), toUInt8(1), toInt64(toUInt16(max(day))), toUInt64(0), toUInt64(0)
FROM imported_days WHERE ${isOneOf(products)} GROUP BY product_id`
}

const isOneOf = (products: readonly ProductId[]) => oneOf(sql`product_id`, products)

function currentPart(group: SummedProducts): Sql {
  return quarters(group, SUMMARY_PARTS.current, (instant) => group.days.keyOf(instant), group.range)
}

/** Whole quarters, and the rows of the one in which the period ends. */
function earlierParts(group: SummedProducts, { startMs, endMs }: InstantRange): readonly Sql[] {
  const lastMs = Math.floor(endMs / QUARTER_MS) * QUARTER_MS
  const { products, traffic } = group
  const whole = quarters(group, SUMMARY_PARTS.earlier, () => sql`0`, { startMs, endMs: lastMs })
  if (lastMs === endMs) return [whole]
  const isBefore = sql`ts < ${dateTime64(endMs)}`
  // All rows of the quarter, as the rollup has them: whether anything was collected does not depend on the instant.
  const rows = allOf([isOneOf(products), within({ startMs: lastMs, endMs: lastMs + QUARTER_MS })])
  return [
    whole,
    sql`SELECT product_id, toUInt8(${integer(SUMMARY_PARTS.earlier)}) AS part, toInt64(0) AS of_bucket,
  uniqExactStateIf(visitor, ${OF_VISITOR} AND ${isBefore} AND ${rowsOfTraffic(traffic)}) AS visitors
FROM events WHERE ${rows} GROUP BY product_id`,
  ]
}

/**
 * Quarters with visits of other classes too: whether anything was collected does not depend on the class. Quarters that are marked
 * have visits under a former class, and are counted from rows.
 */
function quarters(
  { products, traffic }: SummedProducts,
  part: number,
  bucketOf: (instant: Sql) => Sql,
  { startMs, endMs }: InstantRange,
): Sql {
  const own = isOneOf(products)
  const marked = sql`SELECT product_id, t FROM moved_quarters WHERE ${own}`
  const firstMarked = sql`SELECT if(count() = 0, toDateTime('2100-01-01', 'UTC'), min(t)) FROM moved_quarters WHERE ${own}`
  const quarter = sql`toStartOfFifteenMinutes(toDateTime(ts, 'UTC'))`
  const summed = allOf([own, sql`t >= ${dateTime(startMs)} AND t < ${dateTime(endMs)}`])
  const rows = allOf([own, within({ startMs, endMs }), sql`ts >= (${firstMarked})`])
  return sql`SELECT product_id, toUInt8(${integer(part)}) AS part, toInt64(${bucketOf(sql`t`)}) AS of_bucket,
  if(${quartersOfTraffic(traffic)}, visitors, arrayReduce('uniqExactState', emptyArrayUInt64())) AS visitors
FROM events_15m WHERE ${summed} AND (product_id, t) GLOBAL NOT IN (${marked})
UNION ALL
SELECT product_id, toUInt8(${integer(part)}), toInt64(${bucketOf(quarter)}) AS of_bucket,
  uniqExactStateIf(visitor, ${OF_VISITOR} AND ${rowsOfTraffic(traffic)})
FROM events WHERE ${rows} AND (product_id, ${quarter}) GLOBAL IN (${marked}) GROUP BY product_id, of_bucket`
}

/** The first event of a product, where the row is about it. */
export function firstEventOf({ part, bucket }: SummaryRow): number | undefined {
  return part === SUMMARY_PARTS.firstEvent ? Number(bucket) * SECOND_MS : undefined
}

/** Whether a product has imported days from an instant on, or a day before. */
export function hasImportedSince(rows: readonly SummaryRow[], startMs: number): boolean {
  return rows.some(({ part, bucket }) => part === SUMMARY_PARTS.imported && (Number(bucket) + 2) * DAY_MS > startMs)
}
