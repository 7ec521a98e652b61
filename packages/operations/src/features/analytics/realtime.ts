import { RealtimeMeta, RealtimeReport, type ReportScope } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { askedScope, productsInAll, trafficQuery } from '../../inputs/report-input.ts'
import { STATES } from './states.ts'

export const realtime = defineRead({
  name: 'service_analytics_realtime',
  path: '/api/v1/stats/realtime',
  title: 'Get current visitors',
  description: `Who is on the site now: visitors of the last 5 minutes; visitors, pageviews, pages, sources and countries of the last 30. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  several: true,
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'realtime',
  query: trafficQuery,
  output: RealtimeReport,
  meta: RealtimeMeta,
  writtenByVisitors: ['pages[].key', 'sources[].key'],
  async run(call, { traffic }) {
    const scope = await askedScope(call, undefined, traffic)
    const data = await call.reports().realtime(scope)
    return scope.parts === undefined
      ? { data }
      : { data, meta: { products: productsOf(scope.parts), ...productsInAll(call) } }
  },
})

function productsOf(parts: readonly ReportScope[]) {
  return parts.map(({ product: id, name = id }) => ({ id, name }))
}
