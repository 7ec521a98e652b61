import type { ProductId } from '@footfall/core-domain'
import type { Engine, QueryOptions } from '@footfall/warehouse'
import { joinSql, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import type { ExportedEvent, PseudonymKey } from './columns.ts'
import { eventPages } from './event-pages.ts'

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

/** An event may have 8 KiB of properties, and a page is in memory whole. */
const EVENTS_AT_ONCE = 1_000

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
export function visitorEvents(
  engine: Engine,
  visitor: NamedVisitor,
  key: PseudonymKey,
  asked: Pick<QueryOptions, 'share' | 'signal'> = {},
): AsyncIterable<readonly ExportedEvent[]> {
  const rows = rowsOfVisitor(visitor)
  return eventPages(engine, { ...asked, product: visitor.product, rows, key, rowsAtOnce: EVENTS_AT_ONCE })
}
