import { ProductReportMeta, RetentionReport } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { reportQuery, reportRange, reportScope } from '../../inputs/report-input.ts'

export const retention = defineRead({
  name: 'dashboard_retention',
  path: '/api/v1/products/{product}/retention',
  title: 'See how many visitors came back',
  description:
    'Identified visitors by the week in which they were first there, and how many of them came in each week since. The weeks that touch the range are read whole, at most 53. Filters choose the events by which a visitor counts in a week, the first included. Visitors who are not identified are left out.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  query: { ...reportQuery, interval: z.enum(['week']).optional().meta({ description: 'Weeks, also when absent.' }) },
  output: RetentionReport,
  meta: ProductReportMeta,
  async run(call, { tz, traffic, filters: own, segment, interval: _, ...period }) {
    const scope = await reportScope(call, tz, traffic)
    const { from, to } = await reportRange(period, scope, call)
    return call.reports().retention(scope, { from, to, filters: await askedFilters(call, { filters: own, segment }) })
  },
})
