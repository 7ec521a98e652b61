import {
  isDemoProperty,
  ProductReportMeta,
  SEARCH_DEVICES,
  SearchConsoleReport,
  URL_LENGTH_MAX,
} from '@footfall/core-domain'
import { listOf } from '@footfall/kernel'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead } from '../../definition/index.ts'
import { CountryInput } from '../../inputs/country.ts'
import { rangeQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from './compare.ts'
import { STATES } from './states.ts'

const ROWS_DEFAULT = 100
const VALUES_MAX = 20
/** A search engine keeps no longer searches. */
const QUERY_LENGTH_MAX = 2_048

const pattern = (lengthMax: number) =>
  z.string().min(1, 'must not be empty').max(lengthMax, `must have at most ${lengthMax} characters`).optional()

export const searchConsole = defineRead({
  name: 'service_analytics_search_console',
  path: '/api/v1/stats/search-console',
  title: 'Report Search Console data',
  description: `Returns clicks, impressions, click-through rate (ratio) and mean position in search results, by query, page, country and device. Reason not_connected until a person connects the provider. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'search',
  query: {
    ...rangeQuery,
    query: pattern(QUERY_LENGTH_MAX).meta({ description: 'Searches; `*` for any run.' }),
    page: pattern(URL_LENGTH_MAX).meta({ description: 'Path or address; `*` for any run.' }),
    country: listOf(CountryInput, VALUES_MAX).optional().meta({ description: 'ISO codes or names.' }),
    device: listOf(z.enum(SEARCH_DEVICES), SEARCH_DEVICES.length).optional().meta({ description: 'Kinds of device.' }),
    limit: z
      .int()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: `Rows per list; ${ROWS_DEFAULT} when absent.` }),
    ...compareQuery,
  },
  output: SearchConsoleReport,
  meta: ProductReportMeta,
  writtenByVisitors: ['queries[].key', 'pages[].key'],
  async run(call, input) {
    const compare = comparedPeriod(input)
    const scope = await reportScope(call, input.tz)
    const connection = await call.store.integrations.connection(call.product.id, 'google_search_console')
    const { query, page, country: countries, device: devices, limit = ROWS_DEFAULT } = input
    const range = await reportRange(input, scope, call, 'search_console')
    const asked = { ...range, query, page, countries, devices, limit, compare }
    return call.reports().searchConsole(scope, asked, {
      status: connection?.status ?? 'not_connected',
      synced_at: connection?.synced_at,
      demo: isDemoProperty(connection?.property),
    })
  },
})
