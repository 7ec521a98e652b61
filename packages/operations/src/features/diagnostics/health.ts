import { HealthReport } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'

export const health = defineRead({
  name: 'service_diagnostics_health',
  path: '/api/v1/stats/health',
  title: 'Check the health of collection',
  description:
    'Returns whether events arrive: the last event, today compared with the usual weekday, hours without events, drop reasons with counts, and the ingest lag in seconds. Call this when a number looks too low.',
  scope: 'diagnostics:read',
  product: 'query',
  role: 'viewer',
  output: HealthReport,
  async run(call) {
    return { data: await call.reports().health(await reportScope(call, undefined)) }
  },
})
