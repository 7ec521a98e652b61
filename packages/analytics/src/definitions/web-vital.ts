import type { WebVital } from '@footfall/core-domain'
import { identifier, sql } from '@footfall/warehouse'
import { OF_PAGES } from './dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from './metric.ts'

/**
 * The 75th percentile of what was measured, by the nearest rank: the smallest measured value that at least three
 * quarters of all are not above. It is exact, and takes memory for different values only. Closed days keep no
 * percentiles, which do not add up, so its rows are always read.
 */
export function webVital(vital: WebVital): MetricComputation {
  const column = identifier(vital)
  const isMeasured = sql`${column} >= 0`
  // The score is kept in ten-thousandths.
  const scale = vital === 'cls' ? sql` / 10000` : sql``
  return {
    dimensions: OF_PAGES,
    counts: 'events',
    requires: isMeasured,
    formula: ({ on }) => ({
      where: isMeasured,
      value: sql`if(${isSome(on, isMeasured)}, quantileExactWeightedIf(0.75)(${column}, 1, ${on(isMeasured)})${scale}, NULL)`,
      visitors: distinctVisitors(on, sql`${isMeasured} AND visitor != 0`),
      present: isSome(on, isMeasured),
    }),
  }
}
