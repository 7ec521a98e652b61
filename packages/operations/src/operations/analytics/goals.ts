import { GoalsReport, ReportMeta } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../report-input.ts'
import { STATES } from './states.ts'

export const goals = defineRead({
  name: 'service_analytics_goals',
  path: '/api/v1/stats/goals',
  title: 'Report goals',
  description: `Returns for every goal of a product the conversions, the visitors who converted, the conversion rate (ratio of all visitors) and the revenue in a range of days. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  query: rangeQuery,
  output: GoalsReport,
  meta: ReportMeta,
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    return call.reports().goals(scope, await reportRange(input, scope, call))
  },
})
