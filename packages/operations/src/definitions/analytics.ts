import {
  CatalogReport,
  Comparison,
  CrawlersReport,
  Dimension,
  Filter,
  GoalsReport,
  Interval,
  InvalidRequest,
  LocalDate,
  Metric,
  RealtimeReport,
  ReportMeta,
  SearchConsoleReport,
  StatsReport,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineProductRead } from '../definition/operation.ts'
import { offsetOf, offsetPageInfo, pagingQuery } from '../paging.ts'
import { assertOrdered, rangeQuery, reportRange, reportScope, timeZoneQuery } from '../report-input.ts'

const STATES =
  'Where `state` is not `available` there is no number: `empty` means nothing was ever collected for that span, `withheld` that too few visitors were counted to show it, `unavailable` that it cannot be known (see `reason`). Never read these as zero.'

export const catalog = defineProductRead({
  name: 'service_analytics_catalog',
  path: '/api/v1/stats/catalog',
  product: 'query',
  openToWebsiteKeys: true,
  title: 'List metrics and dimensions',
  description:
    'Lists every metric of a product with its unit and the dimensions, filters and intervals it takes, the property names seen lately and the goals. Ask this before service_analytics_query when unsure what can be combined.',
  query: {},
  output: CatalogReport,
  async run(call) {
    return { data: await call.analytics.catalog(await reportScope(call, undefined)) }
  },
})

export const queryStats = defineProductRead({
  name: 'service_analytics_query',
  path: '/api/v1/stats',
  product: 'query',
  openToWebsiteKeys: true,
  title: 'Query statistics',
  description: `Measures one metric of a product over a span of days: its total, with \`interval\` a time series, with \`dimension\` a ranked breakdown, with \`compare\` the same for an earlier span. ${STATES}`,
  query: {
    metric: Metric,
    from: LocalDate.meta({ description: 'First day, YYYY-MM-DD, in the product’s time zone unless tz is given.' }),
    to: LocalDate.meta({ description: 'Last day, inclusive, YYYY-MM-DD.' }),
    ...timeZoneQuery,
    interval: Interval.optional(),
    dimension: Dimension.optional(),
    filters: z
      .array(Filter)
      .max(20)
      .optional()
      .meta({ description: 'All must hold; the values of one are alternatives. As a query parameter: JSON.' }),
    compare: Comparison.optional(),
    ...pagingQuery,
  },
  output: StatsReport,
  meta: ReportMeta,
  paged: true,
  async run(call, input) {
    assertOrdered(input)
    if (input.cursor !== undefined && input.dimension === undefined) {
      throw new InvalidRequest([{ path: 'cursor', message: 'pages a breakdown, and needs a dimension' }])
    }
    const scope = await reportScope(call, input.tz)
    const { data, meta, more } = await call.analytics.query(scope, {
      metric: input.metric,
      from: input.from,
      to: input.to,
      interval: input.interval,
      dimension: input.dimension,
      filters: input.filters ?? [],
      compare: input.compare,
      limit: input.limit,
      offset: offsetOf(input),
    })
    return { data, meta, ...(input.dimension === undefined ? {} : { page: offsetPageInfo(input, more) }) }
  },
})

export const realtime = defineProductRead({
  name: 'service_analytics_realtime',
  path: '/api/v1/stats/realtime',
  product: 'query',
  openToWebsiteKeys: true,
  title: 'See who is here now',
  description: `Counts the visitors of the last 5 minutes, and the pageviews, pages, sources and countries of the last 30. ${STATES}`,
  query: {},
  output: RealtimeReport,
  async run(call) {
    return { data: await call.analytics.realtime(await reportScope(call, undefined)) }
  },
})

export const goals = defineProductRead({
  name: 'service_analytics_goals',
  path: '/api/v1/stats/goals',
  product: 'query',
  openToWebsiteKeys: true,
  title: 'Report goals',
  description: `For every goal of a product: conversions, visitors who converted, conversion rate (a ratio of all visitors) and revenue over a span of days. ${STATES}`,
  query: rangeQuery,
  output: GoalsReport,
  meta: ReportMeta,
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    return call.analytics.goals(scope, reportRange(input, scope.timezone, call.clock))
  },
})

export const searchConsole = defineProductRead({
  name: 'service_analytics_search_console',
  path: '/api/v1/stats/search-console',
  product: 'query',
  openToWebsiteKeys: true,
  title: 'Report search console data',
  description: `Clicks, impressions, click-through rate (ratio) and mean position in a search engine’s results, by query, page, country and device, as the provider reports them. Unavailable with reason not_connected until a person connects the provider in the dashboard. ${STATES}`,
  query: rangeQuery,
  output: SearchConsoleReport,
  meta: ReportMeta,
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    const connection = await call.store.integrations.connection(call.product.id, 'google_search_console')
    return call.analytics.searchConsole(scope, reportRange(input, scope.timezone, call.clock), {
      status: connection?.status ?? 'not_connected',
      synced_at: connection?.synced_at,
    })
  },
})

export const crawlers = defineProductRead({
  name: 'service_analytics_crawlers',
  path: '/api/v1/crawls',
  product: 'query',
  title: 'Report crawlers',
  description: `Hits of search engines, AI trainers, AI assistants and monitors, by crawler and by purpose, with the pages they read. Bots are counted here and kept out of the numbers of people. ${STATES}`,
  query: rangeQuery,
  output: CrawlersReport,
  meta: ReportMeta,
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    return call.analytics.crawlers(scope, reportRange(input, scope.timezone, call.clock))
  },
})
