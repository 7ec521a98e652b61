import {
  Annotation,
  DASHBOARD_METRICS,
  Interval,
  Metric,
  ProductReportMeta,
  RealtimeReport,
  SeveralStatsReport,
  StatsReport,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY, type ProductCall } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { reportQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from '../analytics/compare.ts'
import { annotationForLink } from '../annotations/annotation.ts'
import { oneMetric, severalMetrics } from './one-metric.ts'

export const overview = defineRead({
  name: 'dashboard_overview',
  path: '/api/v1/products/{product}/overview',
  title: 'See a product at a glance',
  description:
    'The headline metrics, one of them over time, the annotations of the period and the current visitors, in one answer.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  sharedAs: 'overview',
  query: {
    ...reportQuery,
    ...compareQuery,
    metric: Metric.default('visitors').meta({ description: 'The metric shown over time.' }),
    interval: Interval.default('day'),
  },
  output: z.object({
    figures: SeveralStatsReport.pick({ metrics: true, comparison: true }),
    series: StatsReport,
    annotations: z.array(Annotation),
    active_visitors: RealtimeReport.shape.active_visitors,
  }),
  meta: ProductReportMeta,
  async run(call, { tz, traffic, metric, interval, filters: own, segment, ...period }) {
    const scope = await reportScope(call, tz, traffic)
    const range = await reportRange(period, scope, call)
    const filters = await askedFilters(call, { filters: own, segment })
    const asked = { ...range, filters, compare: comparedPeriod(period), dimensions: [], limit: 1, offset: 0 }
    const [series, metrics, annotations, active_visitors] = await Promise.all([
      call.reports().query(scope, { ...asked, metrics: [metric], interval }),
      call.reports().query(scope, { ...asked, metrics: DASHBOARD_METRICS }),
      call.store.annotations.list(call.product.id, range),
      showsNow(call) ? call.reports().activeVisitors(scope) : null,
    ])
    return {
      data: {
        figures: severalMetrics(metrics.data),
        series: oneMetric(series.data),
        annotations: call.principal.kind === 'shared_link' ? annotations.map(annotationForLink) : [...annotations],
        active_visitors,
      },
      meta: metrics.meta,
    }
  },
})

/** Visitors of this moment are a section of their own for a shared link. It has none under a segment. */
function showsNow({ principal }: ProductCall): boolean {
  return principal.kind !== 'shared_link' || principal.sections.has('realtime')
}
