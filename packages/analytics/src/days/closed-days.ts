import type { ProductId } from '@footfall/core-domain'
import { DAY_SECONDS, SECOND_MS } from '@footfall/core-domain'
import { integer, type Sql, sql, text } from '@footfall/warehouse'

/** A closed day whose figures may be used instead of its rows. */
export interface ClosedDay {
  /** Days since 1970-01-01, of a UTC day. */
  readonly day: number
  /** Of the rows of `day_figures`, as decimal text. */
  readonly version: string
  /** The midnight of the product’s zone that parts its figures. */
  readonly cutMs: number
  /** The instant of its last event, which may lie after the end of the day. */
  readonly lastMs: number
  /** The names of the lists of dimensions that are kept of it. */
  readonly lists: ReadonlySet<string>
}

/** Whatever reads rows of a product. */
interface RowReader {
  rows<Row>(product: ProductId, statement: Sql): Promise<readonly Row[]>
}

interface ClosedDayRow {
  readonly of_day: string
  readonly of_version: string
  readonly cut_s: string
  readonly last_ms: string
  readonly lists: readonly string[]
}

/** The closed days of a product that are complete: no row came after their figures were computed. */
export async function closedDays(reader: RowReader, product: ProductId): Promise<readonly ClosedDay[]> {
  const rows = await reader.rows<ClosedDayRow>(product, closedDaysStatement(product))
  return rows.map((row) => ({
    day: Number(row.of_day),
    version: row.of_version,
    cutMs: Number(row.cut_s) * SECOND_MS,
    lastMs: Number(row.last_ms),
    lists: new Set(row.lists),
  }))
}

function closedDaysStatement(product: ProductId): Sql {
  const own = sql`product_id = ${text(product)}`
  return sql`SELECT toUInt32(day) AS of_day, toString(version) AS of_version, toUnixTimestamp(cut) AS cut_s,
  toUnixTimestamp64Milli(last_at) AS last_ms, dimensions AS lists
FROM (SELECT * FROM closed_days FINAL WHERE ${own})
WHERE (day, rows) GLOBAL IN (SELECT day, sum(rows) FROM event_days WHERE ${own} GROUP BY day)
  AND day GLOBAL NOT IN (SELECT day FROM named_days WHERE ${own})
ORDER BY day`
}

/** The number of the UTC day on which a visit began, as SQL. */
export const DAY_OF_VISIT: Sql = sql`intDiv(toUnixTimestamp(visit_start), ${integer(DAY_SECONDS)})`
