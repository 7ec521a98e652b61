import { RealtimeReport } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { reportScope, trafficQuery } from '../../inputs/report-input.ts'
import { STATES } from './states.ts'

export const realtime = defineRead({
  name: 'service_analytics_realtime',
  path: '/api/v1/stats/realtime',
  title: 'Get current visitors',
  description: `Who is on the site now: visitors of the last 5 minutes; visitors, pageviews, pages, sources and countries of the last 30. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'realtime',
  query: trafficQuery,
  output: RealtimeReport,
  writtenByVisitors: ['pages[].key', 'sources[].key'],
  async run(call, { traffic }) {
    return { data: await call.reports().realtime(await reportScope(call, undefined, traffic)) }
  },
})
