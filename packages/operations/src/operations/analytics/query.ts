import {
  Comparison,
  Dimension,
  Filter,
  Interval,
  InvalidRequest,
  LocalDate,
  Metric,
  ReportMeta,
  StatsReport,
} from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, offsetOf, offsetPageInfo, pagingQuery } from '../../definition/index.ts'
import { assertOrdered, reportScope, timeZoneQuery } from '../../report-input.ts'
import { STATES } from './states.ts'

export const queryStats = defineRead({
  name: 'service_analytics_query',
  path: '/api/v1/stats',
  title: 'Query statistics',
  description: `Measures one metric of a product over a span of days: its total, with \`interval\` a time series, with \`dimension\` a ranked breakdown, with \`compare\` the same for an earlier span. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  query: {
    metric: Metric,
    from: LocalDate.meta({ description: 'First day, YYYY-MM-DD, in the product’s time zone unless tz is given.' }),
    to: LocalDate.meta({ description: 'Last day, inclusive, YYYY-MM-DD.' }),
    ...timeZoneQuery,
    interval: Interval.optional(),
    dimension: Dimension.optional(),
    filters: z
      .array(Filter)
      .max(20)
      .optional()
      .meta({ description: 'All must hold; the values of one are alternatives. As a query parameter: JSON.' }),
    compare: Comparison.optional(),
    ...pagingQuery,
  },
  output: StatsReport,
  meta: ReportMeta,
  paged: true,
  async run(call, input) {
    assertOrdered(input)
    if (input.cursor !== undefined && input.dimension === undefined) {
      throw new InvalidRequest([{ path: 'cursor', message: 'pages a breakdown, and needs a dimension' }])
    }
    const scope = await reportScope(call, input.tz)
    const { data, meta, more } = await call.reports().query(scope, {
      metric: input.metric,
      from: input.from,
      to: input.to,
      interval: input.interval,
      dimension: input.dimension,
      filters: input.filters ?? [],
      compare: input.compare,
      limit: input.limit,
      offset: offsetOf(input),
    })
    return { data, meta, ...(input.dimension === undefined ? {} : { page: offsetPageInfo(input, more) }) }
  },
})
