import { CatalogReport } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { reportScope } from '../../report-input.ts'

export const catalog = defineRead({
  name: 'service_analytics_catalog',
  path: '/api/v1/stats/catalog',
  title: 'List metrics and dimensions',
  description:
    'Lists every metric of a product with its unit, dimensions, filters and intervals, the recent property names, and the goals. Call this before service_analytics_query to learn what can be combined.',
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  output: CatalogReport,
  writtenByVisitors: ['properties[]'],
  async run(call) {
    return { data: await call.reports().catalog(await reportScope(call, undefined)) }
  },
})
