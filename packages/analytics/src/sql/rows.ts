import { HOUR_MS, type InstantSpan, type ProductId } from '@footfall/core-domain'
import { dateTime, dateTime64, type Sql, sql, text } from '@footfall/warehouse'

/** A visit lasts at most as long as its salt, so its rows lie within this of each other. */
const VISIT_MS_MAX = 48 * HOUR_MS

/** Path of the last pageview, as an aggregate over the rows of one visit. By `(ts, pv_seq)` it takes thrice as long. */
export const EXIT_PAGE = sql`argMaxIf(path, pv_seq, kind = 'pageview')`
/** Hostname of the first event, as an aggregate over the rows of one visit. */
export const ENTRY_HOSTNAME = sql`anyIf(toString(hostname), visit_starts = 1)`

/** Rows of one product in a span of time. The engine prunes by both, through the table's key. */
export function rowsIn(product: ProductId, span: InstantSpan): Sql {
  return sql`product_id = ${text(product)} AND ${within(span)}`
}

export function within({ startMs, endMs }: InstantSpan): Sql {
  return sql`ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
}

/** Rows of every visit that touches a span. */
export function rowsOfVisitsIn(product: ProductId, { startMs, endMs }: InstantSpan): Sql {
  return rowsIn(product, { startMs: startMs - VISIT_MS_MAX, endMs: endMs + VISIT_MS_MAX })
}

/** Rows of the visits that began in a span, however late they came. */
export function rowsOfVisitsBegunIn(product: ProductId, span: InstantSpan): Sql {
  return sql`${rowsIn(product, { ...span, endMs: span.endMs + VISIT_MS_MAX })} AND ${begunIn(span)}`
}

export function begunIn({ startMs, endMs }: InstantSpan): Sql {
  return sql`visit_start >= ${dateTime(startMs)} AND visit_start < ${dateTime(endMs)}`
}
