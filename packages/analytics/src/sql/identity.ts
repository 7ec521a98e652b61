import type { IdentityDimension } from '@footfall/core-domain'
import { type Sql, sql } from '@footfall/warehouse'
import { weekKey } from '../calendar/buckets.ts'
import { ofProduct } from '../days/rows-within.ts'
import type { Selection } from '../question/question.ts'
import { aroundVisits } from './rows.ts'

type Known = Pick<Selection, 'product' | 'range' | 'weekStart'>

/** Nobody is known for longer; an earlier first instant, of an import, has the offset of this one. */
const KNOWN_SINCE_MS = Date.UTC(2000, 0, 1)

/**
 * The text after `events` by which its rows get what is known of their visitors. Rows of visitors who are not identified
 * are left out. On a cluster a visitor is on several shards, so it is asked once for all of them.
 */
export function withFirsts({ product, range, weekStart }: Known): Sql {
  const known = { startMs: KNOWN_SINCE_MS, endMs: aroundVisits(range.kept).endMs }
  const firstWeek = weekKey(range.calendar, weekStart, known, sql`min(first_at)`)
  return sql` GLOBAL INNER JOIN (SELECT visitor AS known_visitor, min(first_visit) AS known_visit, ${firstWeek} AS known_week
    FROM identified_visitors WHERE ${ofProduct(product)} GROUP BY visitor) AS known ON visitor = known_visitor`
}

/** The value of a dimension on a row that `withFirsts` left in, as text. */
export function identityKey(dimension: IdentityDimension, { range, weekStart }: Known): Sql {
  switch (dimension) {
    case 'visitor_type':
      return sql`if(visit_start <= known_visit, 'new', 'returning')`
    case 'first_seen_week':
      return sql`toString(toDate(toUInt16(known_week)))`
    case 'weeks_since_first': {
      const week = weekKey(range.calendar, weekStart, aroundVisits(range.kept), sql`ts`)
      return sql`toString(greatest(intDiv(${week} - known_week, 7), 0))`
    }
  }
}
