import { HealthReport } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../report-input.ts'

export const health = defineRead({
  name: 'service_diagnostics_health',
  path: '/api/v1/stats/health',
  title: 'Check the health of collection',
  description:
    'Tells whether events arrive: the last one, today against the usual weekday, hours without events, what was rejected and why, and how far ingest lags (seconds). Ask this when a number looks too low.',
  scope: 'diagnostics:read',
  product: 'query',
  role: 'viewer',
  output: HealthReport,
  async run(call) {
    return { data: await call.reports().health(await reportScope(call, undefined)) }
  },
})
