import { Annotation, Interval, Metric, ReportMeta, StatsReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { reportRange, reportScope } from '../../report-input.ts'
import { comparedSpan, compareQuery } from '../analytics/query.ts'
import { oneMetric } from './one-metric.ts'
import { spanQuery } from './span.ts'

/** The headline of a product; a person compares them at a glance. */
const FIGURES = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'revenue'] as const

export const overview = defineRead({
  name: 'dashboard_overview',
  path: '/api/v1/products/{product}/overview',
  title: 'See a product at a glance',
  description: 'The headline figures, one of them over time, and the annotations of the span, in one answer.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  query: {
    ...spanQuery,
    ...compareQuery,
    metric: Metric.default('visitors').meta({ description: 'The metric shown over time.' }),
    interval: Interval.default('day'),
  },
  output: z.object({
    figures: z.array(StatsReport),
    series: StatsReport,
    annotations: z.array(Annotation),
  }),
  meta: ReportMeta,
  async run(call, { tz, metric, interval, filters = [], ...span }) {
    const scope = await reportScope(call, tz)
    const range = await reportRange(span, scope, call)
    const compared = comparedSpan(span)
    const asked = { ...range, filters, compare: compared, dimensions: [], limit: 1, offset: 0 }
    const [series, annotations, ...figures] = await Promise.all([
      call.reports().query(scope, { ...asked, metrics: [metric], interval }),
      call.store.annotations.list(call.product.id, range),
      ...FIGURES.map((figure) => call.reports().query(scope, { ...asked, metrics: [figure] })),
    ])
    return {
      data: {
        figures: figures.map(({ data }) => oneMetric(data)),
        series: oneMetric(series.data),
        annotations: [...annotations],
      },
      meta: series.meta,
    }
  },
})
