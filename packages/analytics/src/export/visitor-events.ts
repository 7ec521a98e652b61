import type { ProductId } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { integer, joinSql, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import { type ExportedEvent, exportedColumns, type PseudonymKey, unbouncedVisits } from './columns.ts'

/** A visitor of a product by the pseudonyms that the name may have there. */
export interface NamedVisitor {
  readonly product: ProductId
  readonly visitors: readonly string[]
}

/** How much is kept of a visitor: the events that name them, and the others of the same visits. */
export interface VisitorCount {
  readonly events: number
  readonly visits: number
}

const EVENTS_AT_ONCE = 10_000

/** The rows of a visitor. On a cluster a visitor is on several shards, so the visits are asked of all of them. */
function rowsOfVisitor({ product, visitors }: NamedVisitor): Sql {
  const own = sql`product_id = ${text(product)}`
  const ids = joinSql(visitors.map(uint64), ', ')
  return sql`${own} AND (visitor IN (${ids}) OR visit GLOBAL IN (
  SELECT visit FROM events WHERE ${own} AND visitor IN (${ids}) AND visit != 0))`
}

export function visitorCountStatement(visitor: NamedVisitor): Sql {
  return sql`SELECT count() AS events, uniqExactIf(visit, visit != 0) AS visits FROM events WHERE ${rowsOfVisitor(visitor)}`
}

/** Where a page ends: the instant in milliseconds, the visit, its page, and a hash of everything in the row. */
interface Place {
  readonly place_ms: string
  readonly place_visit: string
  readonly place_view: number
  readonly place_row: string
}

const PLACE = sql`(toUnixTimestamp64Milli(events.ts), events.visit, events.pv_seq, events.row_hash)`

/**
 * Everything that is kept of a visitor, oldest first and some at once, under the names that an import knows. Rows of one
 * place are equal in every column and come together, so that no page skips or repeats any.
 */
export async function* visitorEvents(
  engine: Engine,
  visitor: NamedVisitor,
  key: PseudonymKey,
  asked: Pick<QueryOptions, 'share' | 'signal'> = {},
): AsyncIterable<readonly ExportedEvent[]> {
  for (let last: Place | undefined; ; ) {
    const after = last === undefined ? sql`` : sql` WHERE ${PLACE} > ${placeOf(last)}`
    const rows = await engine.rows<ExportedEvent & Place>(
      // Apart, because what is selected takes over some names of columns.
      sql`SELECT ${exportedColumns(key)}, toString(${PLACE}.1) AS place_ms, toString(${PLACE}.2) AS place_visit,
  ${PLACE}.3 AS place_view, toString(${PLACE}.4) AS place_row
FROM (SELECT *, cityHash64(*) AS row_hash FROM events WHERE ${rowsOfVisitor(visitor)}) AS events
${unbouncedVisits(visitor.product, rowsOfVisitor(visitor))}${after}
ORDER BY ${PLACE}.1, ${PLACE}.2, ${PLACE}.3, ${PLACE}.4 LIMIT ${integer(EVENTS_AT_ONCE)} WITH TIES`.text,
      asked,
    )
    yield rows.map(({ place_ms, place_visit, place_view, place_row, ...event }) => event)
    last = rows.at(-1)
    if (last === undefined || rows.length < EVENTS_AT_ONCE) return
  }
}

function placeOf({ place_ms, place_visit, place_view, place_row }: Place): Sql {
  return sql`(toInt64(${text(place_ms)}), ${uint64(place_visit)}, ${integer(place_view)}, ${uint64(place_row)})`
}
