import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation, OF_VISITOR } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'events',
  distinct: true,
  oneRowPerVisitSuffices: true,
  rollup: { numbers: ['visitors'], value: ({ sum }) => sum('visitors'), hasVisitors: true },
  imported: ['visitors'],
  formula: ({ on }) => ({
    where: OF_VISITOR,
    value: distinctVisitors(on),
    visitors: distinctVisitors(on),
    present: isSome(on, OF_VISITOR),
  }),
}
