import { isDemoProperty, ProductReportMeta, SearchConsoleReport, URL_LENGTH_MAX } from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from './compare.ts'
import { STATES } from './states.ts'

export const searchConsole = defineRead({
  name: 'service_analytics_search_console',
  path: '/api/v1/stats/search-console',
  title: 'Report Search Console data',
  description: `Returns clicks, impressions, click-through rate (ratio) and mean position in search results, by query, page, country and device, as the provider reports them; of one page with \`page\`. Unavailable with reason not_connected until a person connects the provider in the dashboard. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'search',
  query: {
    ...rangeQuery,
    page: z
      .string()
      .min(1, 'must not be empty')
      .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
      .optional()
      .meta({
        description: 'Only results on this page: its address or its path; `*` stands for any run of characters.',
      }),
    ...compareQuery,
  },
  output: SearchConsoleReport,
  meta: ProductReportMeta,
  writtenByVisitors: ['queries[].key', 'pages[].key'],
  async run(call, input) {
    const compare = comparedPeriod(input)
    const scope = await reportScope(call, input.tz)
    const connection = await call.store.integrations.connection(call.product.id, 'google_search_console')
    const range = await reportRange(input, scope, call, 'search_console')
    return call.reports().searchConsole(
      scope,
      { ...range, page: input.page, compare },
      {
        status: connection?.status ?? 'not_connected',
        synced_at: connection?.synced_at,
        demo: isDemoProperty(connection?.property),
      },
    )
  },
})
