import { type Sql, sql } from '@footfall/warehouse'
import { BEGINS_VISIT, distinctVisitors, type FormulaInput, type RollupFigure } from '../definitions/metric.ts'

/**
 * How each figure of a day is computed from rows of `events`: those of visitors and of events from rows of the day or
 * the span, those of visits from all rows of the visits that began in it.
 */
export const DAY_AGGREGATES: Readonly<Record<RollupFigure, (on: FormulaInput['on']) => Sql>> = {
  visitors: (on) => distinctVisitors(on),
  pageviews: (on) => sql`countIf(${on(sql`kind = 'pageview'`)})`,
  customs: (on) => sql`countIf(${on(sql`kind = 'custom'`)})`,
  engaged_ms: (on) => sql`sumIf(engaged_ms, ${on(sql`kind IN ('pageview', 'engagement')`)})`,
  visits: (on) => sql`countIf(${on(BEGINS_VISIT)})`,
  unbounced: (on) => sql`countIf(${on(sql`unbounce = 1`)})`,
  gap_ms: (on) => sql`sumIf(gap_ms, ${on(sql`gap_ms > 0`)})`,
  visit_pageviews: (on) => sql`countIf(${on(sql`kind = 'pageview'`)})`,
}
