import { isDemoProperty, ProductReportMeta, SearchConsoleReport } from '@footfall/core-domain'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { STATES } from './states.ts'

export const searchConsole = defineRead({
  name: 'service_analytics_search_console',
  path: '/api/v1/stats/search-console',
  title: 'Report Search Console data',
  description: `Returns clicks, impressions, click-through rate (ratio) and mean position in search results, by query, page, country and device, as the provider reports them. Unavailable with reason not_connected until a person connects the provider in the dashboard. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'search',
  query: rangeQuery,
  output: SearchConsoleReport,
  meta: ProductReportMeta,
  writtenByVisitors: ['queries[].key', 'pages[].key'],
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    const connection = await call.store.integrations.connection(call.product.id, 'google_search_console')
    return call.reports().searchConsole(scope, await reportRange(input, scope, call, 'search_console'), {
      status: connection?.status ?? 'not_connected',
      synced_at: connection?.synced_at,
      demo: isDemoProperty(connection?.property),
    })
  },
})
