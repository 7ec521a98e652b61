import type { ProductId } from '@footfall/core-domain'
import { allOf, type Sql, sql } from '@footfall/warehouse'
import type { KeptRange } from '../calendar/date-range.ts'
import { rowsOfVisitsIn } from './rows.ts'

/**
 * The text after `events` by which its rows get the visitor who was named first in their visit, and when. Visits in which
 * nobody was named get zeros.
 */
export function withNamed(product: ProductId, range: KeptRange): Sql {
  const named = allOf([rowsOfVisitsIn(product, range), sql`identified = 1 AND visit != 0`])
  return sql` GLOBAL LEFT JOIN (SELECT visit AS named_visit, argMin(visitor, ts) AS named, min(ts) AS named_at
    FROM events WHERE ${named} GROUP BY visit) AS first_named ON visit = named_visit`
}

/** Whose a row with `withNamed` is: what came before the name in a visit belongs to the one who was named. */
export const PERSON = sql`if(identified = 0 AND named_visit != 0 AND ts <= named_at, named, visitor)`
