import {
  CurrencyCode,
  Dimension,
  InvalidRequest,
  Metric,
  ProductReportMeta,
  StateReason,
  StatsRow,
  UNITS,
  ValueState,
} from '@footfall/core-domain'
import { listOf } from '@footfall/kernel'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { reportQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from '../analytics/compare.ts'
import { oneMetric } from './one-metric.ts'

const BREAKDOWNS_MAX = 12

const ROWS_MAX = 50

export const breakdowns = defineRead({
  name: 'dashboard_breakdowns',
  path: '/api/v1/products/{product}/breakdowns',
  title: 'Break a metric down',
  description:
    'The first rows of one metric by several dimensions, in one answer. service_analytics_query has the rest.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  sharedAs: 'overview',
  query: {
    ...reportQuery,
    ...compareQuery,
    dimensions: listOf(Dimension, BREAKDOWNS_MAX).meta({
      description: `Dimensions, separated by commas; at most ${BREAKDOWNS_MAX}.`,
    }),
    metric: Metric.default('visitors'),
    limit: z.int().min(1).max(ROWS_MAX).default(9),
  },
  output: z.object({
    breakdowns: z.array(
      z.object({
        dimension: z.string(),
        metric: Metric,
        unit: z.enum(UNITS),
        currency: CurrencyCode.optional(),
        state: ValueState,
        reason: StateReason.nullable(),
        rows: z.array(StatsRow),
        more: z.boolean().meta({ description: 'Whether there are rows after these.' }),
      }),
    ),
  }),
  meta: ProductReportMeta,
  async run(call, { tz, traffic, metric, dimensions, limit, filters: own, segment, ...period }) {
    const scope = await reportScope(call, tz, traffic)
    const range = await reportRange(period, scope, call)
    const compare = comparedPeriod(period)
    const filters = await askedFilters(call, { filters: own, segment })
    const asked = { ...range, filters, compare, metrics: [metric], limit, offset: 0 }
    const answers = await call.reports().breakdowns(scope, asked, dimensions).catch(throwOfDimensions)
    const [first] = answers
    if (first === undefined) throw new InvalidRequest([{ path: 'dimensions', message: 'must not be empty' }])
    return {
      data: {
        breakdowns: answers.map((answer, at) => {
          const { metric, unit, currency, state, reason, rows = [] } = oneMetric(answer.data)
          const measured = { metric, unit, ...(currency !== undefined && { currency }) }
          return { dimension: dimensions[at] ?? '', ...measured, state, reason, rows, more: answer.more }
        }),
      },
      meta: (answers.find((_, at) => dimensions[at] !== 'traffic') ?? first).meta,
    }
  },
})

/** A report about one dimension names it `dimension`, which here is one of the list. */
function throwOfDimensions(error: unknown): never {
  if (!(error instanceof InvalidRequest)) throw error
  throw new InvalidRequest(
    error.errors.map((field) => (field.path === 'dimension' ? { ...field, path: 'dimensions' } : field)),
  )
}
