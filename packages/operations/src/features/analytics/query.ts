import {
  DIMENSIONS_PER_QUESTION_MAX,
  Dimension,
  Interval,
  InvalidRequest,
  isWrittenByVisitors,
  METRICS,
  METRICS_PER_QUESTION_MAX,
  Metric,
  nearest,
  ReportMeta,
  ROW_DIMENSIONS,
  type RowOrder,
  SeveralStatsReport,
  StatsReport,
} from '@footfall/core-domain'
import { listOf } from '@footfall/kernel'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, offsetOf, offsetPageInfo, pagingQuery } from '../../definition/index.ts'
import { askedFilters, filtersQuery } from '../../inputs/asked-filters.ts'
import { askedScope, productsInAll, rangeQuery, reportRange, trafficQuery } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from './compare.ts'
import { Overview, overviewOf, WRITTEN_IN_OVERVIEW } from './overview.ts'
import { STATES } from './states.ts'

const ROWS_DEFAULT = 50

export const queryStats = defineRead({
  name: 'service_analytics_query',
  path: '/api/v1/stats',
  title: 'Query statistics',
  description: `Measures metrics of products, such as visitors, over a period: the total, with \`interval\` a time series, with \`dimension\` a ranked breakdown, with \`compare\` the same for an earlier period. Without \`metric\` it gives an overview: the headline metrics, what changed most since the previous period, and the annotations. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  several: true,
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'overview',
  query: {
    metric: listOf(Metric, METRICS_PER_QUESTION_MAX)
      .optional()
      .meta({
        description: `A metric, or up to ${METRICS_PER_QUESTION_MAX} separated by commas: ${METRICS.join(', ')}. Without it, an overview.`,
      }),
    ...rangeQuery,
    interval: Interval.optional().meta({
      description: 'Series; minute: today, yesterday, on REST only.',
    }),
    dimension: listOf(Dimension, DIMENSIONS_PER_QUESTION_MAX)
      .optional()
      .meta({
        description: `Adds rows by one or two dimensions: ${ROW_DIMENSIONS.join(', ')}, property:NAME.`,
      }),
    ...filtersQuery(
      'Conditions that all hold, such as {"dimension":"page","operator":"is","values":["/pricing"]}; {"any":[…]} holds where one of its does.',
    ),
    ...trafficQuery,
    order: z.string().optional().meta({ description: 'Of rows: METRIC:desc or asc, change:desc or asc, key:asc.' }),
    min_visitors: z.int().min(0).optional().meta({ description: 'Leaves out rows of fewer visitors.' }),
    ...compareQuery,
    ...pagingQuery,
    limit: pagingQuery.limit
      .unwrap()
      .optional()
      .meta({ description: `Rows; ${ROWS_DEFAULT} when absent.` }),
  },
  output: z.union([StatsReport, SeveralStatsReport, Overview]),
  meta: ReportMeta,
  paged: true,
  writtenByVisitors: ['rows[].key', 'rows[].keys[]', ...WRITTEN_IN_OVERVIEW],
  writtenFor: ({ metric, dimension: dimensions = [] }) =>
    metric === undefined
      ? WRITTEN_IN_OVERVIEW
      : [
          ...(dimensions.slice(0, 1).some(isWrittenByVisitors) ? ['rows[].key'] : []),
          ...(dimensions.some(isWrittenByVisitors) ? ['rows[].keys[]'] : []),
        ],
  async run(call, asked) {
    const { metric: metrics, dimension: dimensions = [], limit = ROWS_DEFAULT } = asked
    if (metrics === undefined) {
      assertOverviewAsked(asked)
      // It links to the dashboard, and its annotations have their notes.
      if (call.principal.kind === 'shared_link') throw new InvalidRequest([{ path: 'metric', message: 'is required' }])
      return overviewOf(call, asked)
    }
    if (dimensions.length === 0) assertNoRowsAsked(asked)
    const input = { ...asked, limit }
    const scope = await askedScope(call, input.tz, input.traffic)
    const filters = await askedFilters(call, input)
    const { data, meta, more, read } = await call.reports().query(scope, {
      metrics,
      ...(await reportRange(input, scope, call)),
      interval: input.interval,
      pointsMax: call.seriesPointsMax,
      dimensions,
      filters,
      compare: comparedPeriod(input),
      order: input.order === undefined ? undefined : rowOrder(input.order, metrics),
      minVisitors: input.min_visitors,
      limit,
      offset: offsetOf(input),
    })
    const page = dimensions.length === 0 ? {} : { page: offsetPageInfo(input, more) }
    return { data, meta: { ...meta, ...productsInAll(call) }, ...page, ...(read && { read }) }
  },
})

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
      // If none is near, the first metric in the requested direction.
      did_you_mean: near.length > 0 ? near : [`${metrics[0]}:${direction === 'asc' ? 'asc' : 'desc'}`],
    },
  ])
}

/** Parameters of a query about a metric. An overview takes none of them. */
const OF_METRICS = ['interval', 'dimension', 'order', 'min_visitors', 'limit', 'cursor'] as const

function assertOverviewAsked(input: { readonly [Name in (typeof OF_METRICS)[number]]?: unknown }): void {
  const errors = OF_METRICS.filter((path) => input[path] !== undefined).map((path) => ({
    path,
    message: 'needs a metric; without one the answer is an overview',
  }))
  if (errors.length > 0) throw new InvalidRequest(errors)
}

function assertNoRowsAsked(input: { cursor?: unknown; order?: unknown; min_visitors?: unknown }): void {
  if (input.cursor !== undefined) {
    throw new InvalidRequest([{ path: 'cursor', message: 'pages a breakdown, and needs a dimension' }])
  }
  for (const path of ['order', 'min_visitors'] as const) {
    if (input[path] !== undefined) throw new InvalidRequest([{ path, message: 'is about rows, and needs a dimension' }])
  }
}
