import { CrawlersReport, ReportMeta } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { STATES } from './states.ts'

export const crawlers = defineRead({
  name: 'service_analytics_crawlers',
  path: '/api/v1/crawls',
  title: 'Report crawlers',
  description: `Returns the hits of search engines, AI trainers, AI assistants and monitors, by crawler and by purpose, with the pages they requested. Bots count here and not as visitors. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  sharedAs: 'crawlers',
  query: rangeQuery,
  output: CrawlersReport,
  meta: ReportMeta,
  writtenByVisitors: ['pages[].path'],
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    return call.reports().crawlers(scope, await reportRange(input, scope, call, 'crawler_hits'))
  },
})
