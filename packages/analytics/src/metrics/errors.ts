import { sql } from '@footfall/warehouse'
import { OF_PAGES } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'
import { IS_WATCHED } from '../definitions/page-report.ts'

const IS_ERROR = sql`error_count > 0`

export const metric: MetricComputation = {
  dimensions: OF_PAGES,
  counts: 'events',
  // A page that watches for errors says so, and none is a true zero from then on.
  requires: IS_WATCHED,
  formula: ({ on }) => ({
    where: IS_WATCHED,
    value: sql`sumIf(error_count, ${on(IS_ERROR)})`,
    visitors: distinctVisitors(on, sql`${IS_ERROR} AND visitor != 0`),
    present: isSome(on, IS_ERROR),
  }),
}
