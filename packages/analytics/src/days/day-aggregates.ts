import { type Sql, sql } from '@footfall/warehouse'
import {
  BEGINS_VISIT,
  distinctVisitors,
  type FormulaInput,
  OF_VISITOR,
  type RollupFigure,
} from '../definitions/metric.ts'

/** The rows of `events` that each figure of a day is computed from. */
export const ROWS_OF_FIGURE: Readonly<Record<RollupFigure, Sql>> = {
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
  (figure: RollupFigure): Aggregate =>
  (on) =>
    sql`countIf(${on(ROWS_OF_FIGURE[figure])})`

/**
 * How each figure of a day is computed from rows of `events`: those of visitors and of events from rows of the day or
 * the period, those of visits from all rows of the visits that began in it.
 */
export const DAY_AGGREGATES: Readonly<Record<RollupFigure, Aggregate>> = {
  visitors: (on) => distinctVisitors(on),
  pageviews: countOf('pageviews'),
  customs: countOf('customs'),
  engaged_ms: (on) => sql`sumIf(engaged_ms, ${on(ROWS_OF_FIGURE.engaged_ms)})`,
  visits: countOf('visits'),
  unbounced: countOf('unbounced'),
  gap_ms: (on) => sql`sumIf(gap_ms, ${on(ROWS_OF_FIGURE.gap_ms)})`,
  visit_pageviews: countOf('visit_pageviews'),
}
