import {
  Annotation,
  Comparison,
  Dimension,
  Filter,
  Interval,
  InvalidRequest,
  LocalDate,
  Metric,
  ReportMeta,
  StateReason,
  StatsReport,
  StatsRow,
  UNITS,
  ValueState,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineProductRead } from '../definition/operation.ts'
import { assertOrdered, reportScope, timeZoneQuery } from '../report-input.ts'

/** The headline of a product; a person compares them at a glance. */
const FIGURES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'revenue'] as const
const BREAKDOWNS_MAX = 12
const ROWS_MAX = 50

const spanQuery = {
  from: LocalDate.meta({ description: 'First day, YYYY-MM-DD.' }),
  to: LocalDate.meta({ description: 'Last day, inclusive, YYYY-MM-DD.' }),
  ...timeZoneQuery,
  filters: z.array(Filter).max(20).optional().meta({ description: 'All must hold. As a query parameter: JSON.' }),
}

export const overview = defineProductRead({
  name: 'dashboard_overview',
  path: '/api/v1/products/{product}/overview',
  product: 'path',
  title: 'See a product at a glance',
  description: 'The headline figures, one of them over time, and the annotations of the span, in one answer.',
  query: {
    ...spanQuery,
    compare: Comparison.optional(),
    metric: Metric.default('visitors').meta({ description: 'The metric shown over time.' }),
    interval: Interval.default('day'),
  },
  output: z.object({
    figures: z.array(StatsReport),
    series: StatsReport,
    annotations: z.array(Annotation),
  }),
  meta: ReportMeta,
  async run(call, { tz, metric, interval, compare, from, to, filters = [] }) {
    assertOrdered({ from, to })
    const scope = await reportScope(call, tz)
    const asked = { from, to, filters, compare, limit: 1, offset: 0 }
    const [series, annotations, ...figures] = await Promise.all([
      call.analytics.query(scope, { ...asked, metric, interval }),
      call.store.annotations.list(call.product.id, { from, to }),
      ...FIGURES.map((figure) => call.analytics.query(scope, { ...asked, metric: figure })),
    ])
    return {
      data: { figures: figures.map(({ data }) => data), series: series.data, annotations: [...annotations] },
      meta: series.meta,
    }
  },
})

/** `page,source`, each a dimension and each once. */
const DimensionList = z
  .string()
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(Dimension).min(1).max(BREAKDOWNS_MAX))
  .meta({ description: `Dimensions, separated by commas; at most ${BREAKDOWNS_MAX}.` })

export const breakdowns = defineProductRead({
  name: 'dashboard_breakdowns',
  path: '/api/v1/products/{product}/breakdowns',
  product: 'path',
  title: 'Break a metric down',
  description:
    'The first rows of one metric by several dimensions, in one answer. service_analytics_query has the rest.',
  query: {
    ...spanQuery,
    dimensions: DimensionList,
    metric: Metric.default('visitors'),
    limit: z.int().min(1).max(ROWS_MAX).default(9),
  },
  output: z.object({
    breakdowns: z.array(
      z.object({
        dimension: z.string(),
        metric: Metric,
        unit: z.enum(UNITS),
        state: ValueState,
        reason: StateReason.nullable(),
        rows: z.array(StatsRow),
        more: z.boolean().meta({ description: 'Whether there are rows after these.' }),
      }),
    ),
  }),
  meta: ReportMeta,
  async run(call, { tz, metric, dimensions, limit, from, to, filters = [] }) {
    assertOrdered({ from, to })
    const scope = await reportScope(call, tz)
    const answers = await Promise.all(
      dimensions.map(async (dimension) => {
        const asked = { from, to, filters, metric, dimension, limit, offset: 0 }
        return { dimension, ...(await call.analytics.query(scope, asked)) }
      }),
    )
    const [first] = answers
    if (first === undefined) throw new InvalidRequest([{ path: 'dimensions', message: 'must not be empty' }])
    return {
      data: {
        breakdowns: answers.map(({ dimension, data, more }) => ({
          dimension,
          metric: data.metric,
          unit: data.unit,
          state: data.state,
          reason: data.reason,
          rows: data.rows ?? [],
          more,
        })),
      },
      meta: first.meta,
    }
  },
})
