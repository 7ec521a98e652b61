import {
  type ComparedSpan,
  Comparison,
  DIMENSIONS_PER_QUESTION_MAX,
  Dimension,
  Filters,
  Interval,
  InvalidRequest,
  isWrittenByVisitors,
  LocalDate,
  METRICS_PER_QUESTION_MAX,
  Metric,
  nearest,
  ReportMeta,
  type RowOrder,
  SeveralStatsReport,
  StatsReport,
} from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, offsetOf, offsetPageInfo, pagingQuery } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../report-input.ts'
import { listOf } from './lists.ts'
import { STATES } from './states.ts'

/** The span of a comparison, as parameters. */
export const compareQuery = {
  compare: Comparison.optional(),
  compare_from: LocalDate.optional().meta({ description: 'First day of compare=custom, YYYY-MM-DD.' }),
  compare_to: LocalDate.optional().meta({ description: 'Last day of compare=custom, inclusive, YYYY-MM-DD.' }),
  match_weekday: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .meta({ description: 'true moves the earlier span earlier, to the same weekdays.' }),
}

export const queryStats = defineRead({
  name: 'service_analytics_query',
  path: '/api/v1/stats',
  title: 'Query statistics',
  description: `Measures one metric of a product, or several, over a span of days: the total, with \`interval\` a time series, with \`dimension\` a ranked breakdown, with \`compare\` the same for an earlier span. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  query: {
    metric: listOf(Metric, METRICS_PER_QUESTION_MAX).meta({
      description: `A metric, or up to ${METRICS_PER_QUESTION_MAX} separated by commas.`,
    }),
    ...rangeQuery,
    interval: Interval.optional(),
    dimension: listOf(Dimension, DIMENSIONS_PER_QUESTION_MAX)
      .optional()
      .meta({ description: 'A dimension, or two separated by a comma.' }),
    filters: Filters.optional().meta({
      description:
        'Conditions, all of which hold; {"any": […]} holds where one of them does. As a query parameter: JSON.',
    }),
    order: z
      .string()
      .optional()
      .meta({ description: 'Of rows: METRIC:desc, METRIC:asc, change:desc, change:asc or key:asc.' }),
    min_visitors: z.int().min(0).optional().meta({ description: 'Leaves out rows of fewer visitors.' }),
    ...compareQuery,
    ...pagingQuery,
  },
  output: z.union([StatsReport, SeveralStatsReport]),
  meta: ReportMeta,
  paged: true,
  writtenByVisitors: ['rows[].key', 'rows[].keys[]'],
  writtenFor: ({ dimension: dimensions = [] }) => [
    ...(dimensions.slice(0, 1).some(isWrittenByVisitors) ? ['rows[].key'] : []),
    ...(dimensions.some(isWrittenByVisitors) ? ['rows[].keys[]'] : []),
  ],
  async run(call, input) {
    const { dimension: dimensions = [], metric: metrics } = input
    if (dimensions.length === 0) assertNoRowsAsked(input)
    const scope = await reportScope(call, input.tz)
    const { data, meta, more, read } = await call.reports().query(scope, {
      metrics,
      ...(await reportRange(input, scope, call)),
      interval: input.interval,
      dimensions,
      filters: input.filters ?? [],
      compare: comparedSpan(input),
      order: input.order === undefined ? undefined : rowOrder(input.order, metrics),
      minVisitors: input.min_visitors,
      limit: input.limit,
      offset: offsetOf(input),
    })
    const page = dimensions.length === 0 ? {} : { page: offsetPageInfo(input, more) }
    return { data, meta, ...page, ...(read && { read }) }
  },
})

type CompareInput = { readonly [Name in keyof typeof compareQuery]?: z.output<(typeof compareQuery)[Name]> }

/** The earlier span asked for. Throws `InvalidRequest` for parameters that do not go together. */
export function comparedSpan(input: CompareInput): ComparedSpan | undefined {
  const { compare, compare_from: from, compare_to: to, match_weekday: matchWeekday = false } = input
  if (compare !== 'custom') {
    for (const [path, value] of Object.entries({ compare_from: from, compare_to: to })) {
      if (value !== undefined) throw new InvalidRequest([{ path, message: 'needs compare=custom' }])
    }
    if (compare === undefined && input.match_weekday) {
      throw new InvalidRequest([{ path: 'match_weekday', message: 'needs compare' }])
    }
    return compare && { period: compare, matchWeekday }
  }
  if (from === undefined) throw new InvalidRequest([{ path: 'compare_from', message: 'is required' }])
  if (to === undefined) throw new InvalidRequest([{ path: 'compare_to', message: 'is required' }])
  if (to < from)
    throw new InvalidRequest([{ path: 'compare_to', message: `must not be before compare_from (${from})` }])
  return { period: 'custom', range: { from, to }, matchWeekday }
}

/** `visitors:desc` as what it says. Throws `InvalidRequest` for another form, or a metric that is not asked for. */
function rowOrder(order: string, metrics: readonly Metric[]): RowOrder {
  const [by = '', direction] = order.split(':')
  if (order === 'key:asc') return { by: 'key' }
  if (direction === 'asc' || direction === 'desc') {
    if (by === 'change') return { by: 'change', direction }
    const metric = metrics.find((name) => name === by)
    if (metric !== undefined) return { by: 'metric', metric, direction }
  }
  const known = [...[...metrics, 'change'].flatMap((name) => [`${name}:desc`, `${name}:asc`]), 'key:asc']
  const near = nearest(order, { names: known })
  throw new InvalidRequest([
    {
      path: 'order',
      message: `must be one of ${known.join(', ')}`,
      // Where none is near, the first metric in the direction asked for.
      did_you_mean: near.length > 0 ? near : [`${metrics[0]}:${direction === 'asc' ? 'asc' : 'desc'}`],
    },
  ])
}

function assertNoRowsAsked(input: { cursor?: unknown; order?: unknown; min_visitors?: unknown }): void {
  if (input.cursor !== undefined) {
    throw new InvalidRequest([{ path: 'cursor', message: 'pages a breakdown, and needs a dimension' }])
  }
  for (const path of ['order', 'min_visitors'] as const) {
    if (input[path] !== undefined) throw new InvalidRequest([{ path, message: 'is about rows, and needs a dimension' }])
  }
}
