import type { ProductId } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { integer, joinSql, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import { type ExportedEvent, exportedColumns, type PseudonymKey } from './columns.ts'

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

/** Everything that is kept of a visitor, oldest first and some at once, under the names that an import knows. */
export async function* visitorEvents(
  engine: Engine,
  visitor: NamedVisitor,
  key: PseudonymKey,
  asked: Pick<QueryOptions, 'share' | 'signal'> = {},
): AsyncIterable<readonly ExportedEvent[]> {
  const at = sql`toUnixTimestamp64Milli(events.ts)`
  for (let offset = 0; ; offset += EVENTS_AT_ONCE) {
    const events = await engine.rows<ExportedEvent>(
      // Apart, because what is selected takes over some names of columns.
      sql`SELECT ${exportedColumns(key)} FROM (SELECT * FROM events WHERE ${rowsOfVisitor(visitor)}) AS events
ORDER BY ${at}, events.visit, events.pv_seq LIMIT ${integer(EVENTS_AT_ONCE)} OFFSET ${integer(offset)}`.text,
      asked,
    )
    yield events
    if (events.length < EVENTS_AT_ONCE) return
  }
}
