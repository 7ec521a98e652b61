import { ProductCatalog } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'

export const catalog = defineRead({
  name: 'service_analytics_catalog',
  path: '/api/v1/stats/catalog',
  title: 'List metrics and dimensions',
  description:
    'Lists every metric of a product with its unit, dimensions, filters and intervals, the recent property names, the goals and the segments. Call this before service_analytics_query to learn what can be combined.',
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  output: ProductCatalog,
  writtenByVisitors: ['properties[]'],
  async run(call) {
    const [report, segments] = await Promise.all([
      reportScope(call, undefined).then((scope) => call.reports().catalog(scope)),
      call.store.segments.list(call.product.id),
    ])
    return { data: { ...report, segments: segments.map(({ id, name, filters }) => ({ id, name, filters })) } }
  },
})
