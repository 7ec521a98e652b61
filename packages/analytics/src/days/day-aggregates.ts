import { type Sql, sql } from '@footfall/warehouse'
import {
  BEGINS_VISIT,
  distinctVisitors,
  type FormulaInput,
  OF_VISITOR,
  type RollupNumber,
} from '../definitions/metric.ts'

/** The rows of `events` that each number of a day is computed from. */
export const ROWS_OF_NUMBER: Readonly<Record<RollupNumber, Sql>> = {
  visitors: OF_VISITOR,
  pageviews: sql`kind = 'pageview'`,
  customs: sql`kind = 'custom'`,
  engaged_ms: sql`kind IN ('pageview', 'engagement')`,
  visits: BEGINS_VISIT,
  unbounced: sql`unbounce = 1`,
  gap_ms: sql`gap_ms > 0`,
  visit_pageviews: sql`kind = 'pageview'`,
}

type Aggregate = (on: FormulaInput['on']) => Sql
const countOf =
  (number: RollupNumber): Aggregate =>
  (on) =>
    sql`countIf(${on(ROWS_OF_NUMBER[number])})`

/**
 * How each number of a day is computed from rows of `events`: those of visitors and of events from rows of the day or
 * the period, those of visits from all rows of the visits that began in it.
 */
export const DAY_AGGREGATES: Readonly<Record<RollupNumber, Aggregate>> = {
  visitors: (on) => distinctVisitors(on),
  pageviews: countOf('pageviews'),
  customs: countOf('customs'),
  engaged_ms: (on) => sql`sumIf(engaged_ms, ${on(ROWS_OF_NUMBER.engaged_ms)})`,
  visits: countOf('visits'),
  unbounced: countOf('unbounced'),
  gap_ms: (on) => sql`sumIf(gap_ms, ${on(ROWS_OF_NUMBER.gap_ms)})`,
  visit_pageviews: countOf('visit_pageviews'),
}
