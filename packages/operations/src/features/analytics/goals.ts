import { GoalsReport, ReportMeta } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { askedScope, productsInAll, reportQuery, reportRange } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from './compare.ts'
import { STATES } from './states.ts'

export const goals = defineRead({
  name: 'service_analytics_goals',
  path: '/api/v1/stats/goals',
  title: 'Report goals',
  description: `Returns for every goal of products the conversions, the visitors who converted, the conversion rate (ratio of all visitors) and the revenue in a range of days, with \`compare\` those of an earlier period. Filters by goal, event or property choose the conversions, all others who could have converted. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  several: true,
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'goals',
  query: {
    ...reportQuery,
    ...compareQuery,
  },
  output: GoalsReport,
  meta: ReportMeta,
  async run(call, input) {
    const scope = await askedScope(call, input.tz, input.traffic)
    const range = await reportRange(input, scope, call)
    const filters = await askedFilters(call, input)
    const { data, meta } = await call.reports().goals(scope, { ...range, filters, compare: comparedPeriod(input) })
    return { data, meta: { ...meta, ...productsInAll(call) } }
  },
})
