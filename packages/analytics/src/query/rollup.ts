import type { Metric, ProductId } from '@footfall/core-domain'
import { type Sql, second, sql, text } from '@footfall/warehouse'
import type { Span } from './filters.ts'
import { aliased, type Measure } from './measure.ts'

const VALUES: Partial<Readonly<Record<Metric, Sql>>> = {
  visitors: sql`uniqExactMerge(visitors)`,
  visits: sql`sum(visits)`,
  pageviews: sql`sum(pageviews)`,
  events: sql`sum(pageviews) + sum(customs)`,
  views_per_visit: sql`sum(pageviews) / sum(visits)`,
  bounce_rate: sql`(sum(visits) - sum(unbounced)) / sum(visits)`,
  visit_duration: sql`sum(gap_ms) / 1000 / sum(visits)`,
}
/** Whose visitors are all that came in the quarter, and not those of one kind of row. */
const PEOPLE_KNOWN: ReadonlySet<Metric> = new Set(['visitors', 'events'])

/**
 * A metric over everything that a product collected, from quarters of an hour summed up beforehand. Undefined where
 * only the rows can tell: other metrics, or spans that begin within a quarter.
 */
export function rollupMeasure(
  metric: Metric,
  { product, span, people }: { product: ProductId; span: Span; people: boolean },
): Measure | undefined {
  const value = VALUES[metric]
  if (!value || span.start % 900 !== 0 || span.end % 900 !== 0) return undefined
  if (people && !PEOPLE_KNOWN.has(metric)) return undefined
  const rows = sql`product_id = ${text(product)} AND t >= ${second(span.start * 1000)} AND t < ${second(span.end * 1000)}`
  return {
    grouped: (groups) => ({ columns: aliased(groups), from: sql`events_15m WHERE ${rows}` }),
    key: undefined,
    instant: sql`t`,
    value,
    people: sql`uniqExactMerge(visitors)`,
    present: sql`1`,
  }
}
