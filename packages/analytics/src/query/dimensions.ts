import type { Dimension } from '@footfall/core-domain'
import { identifier, type Sql, sql, text } from '@footfall/warehouse'
import { isNamed, propertyName, VISIT_CONSTANT } from './catalog.ts'

/** A visit lasts at most as long as its salt, so its rows lie within this of each other. */
export const VISIT_SECONDS_MAX = 48 * 3600

const CONSTANT: ReadonlySet<string> = new Set(VISIT_CONSTANT)

/** The value of a dimension on a row, always text. Exit page and goal are not values of a row. */
export function rowValue(dimension: Exclude<Dimension, 'exit_page' | 'goal'>): Sql {
  if (!isNamed(dimension)) return sql`props[${text(propertyName(dimension))}]`
  switch (dimension) {
    case 'page':
      return sql`path`
    case 'entry_page':
      return sql`entry_path`
    case 'event':
      return sql`name`
    case 'country':
      // Two bytes in any case; those of an unknown country are zero.
      return sql`toStringCutToZero(country)`
    default:
      return identifier(dimension)
  }
}

/** Whether all rows of a visit carry the same value. */
export function isVisitConstant(dimension: Dimension): boolean {
  return CONSTANT.has(dimension)
}

/** Path of the last pageview, as an aggregate over the rows of one visit. By `(ts, pv_seq)` it takes thrice as long. */
export const EXIT_PAGE = sql`argMaxIf(path, pv_seq, kind = 'pageview')`
/** Hostname of the first event, as an aggregate over the rows of one visit. */
export const ENTRY_HOSTNAME = sql`anyIf(toString(hostname), visit_starts = 1)`
