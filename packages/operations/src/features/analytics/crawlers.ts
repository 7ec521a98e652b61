import {
  CRAWLER_DIMENSIONS,
  CRAWLER_PURPOSES,
  CrawlerDimension,
  CrawlerPurpose,
  CrawlersReport,
  InvalidRequest,
  ProductReportMeta,
  type StatusFilter,
  URL_LENGTH_MAX,
} from '@footfall/core-domain'
import { listOf } from '@footfall/kernel'
import { z } from 'zod'
import { defineRead, offsetOf, offsetPageInfo, pagingQuery } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../inputs/report-input.ts'
import { comparedPeriod, compareQuery } from './compare.ts'
import { STATES } from './states.ts'

const ROWS_DEFAULT = 50
const VALUES_MAX = 20
const DIMENSIONS_MAX = 2

const CrawlerName = z.string().min(1, 'must not be empty').max(60, 'must have at most 60 characters')
const Status = z
  .string()
  .regex(/^([1-5]\d\d|[1-5]xx|unknown)$/, 'must be a status such as 404, a class such as 4xx, or unknown')
const Verified = z.enum(['true', 'false', 'null'])

export const crawlers = defineRead({
  name: 'service_analytics_crawlers',
  path: '/api/v1/crawls',
  title: 'Report crawlers',
  description: `Returns the hits of search engines, AI trainers, AI assistants and monitors: by purpose, crawler, page, day, by operator with the visits that its assistant sent, and by verification; \`address_lists\` says whether its lists were fetched. For the pages that some crawlers read, filter by \`purpose\` or \`crawler\`, or ask for \`dimension=page\` or \`page,purpose\`. Bots count here and not as visitors. ${STATES}`,
  scope: 'analytics:read',
  product: 'query',
  role: 'viewer',
  sharedAs: 'crawlers',
  query: {
    ...rangeQuery,
    purpose: listOf(CrawlerPurpose, CRAWLER_PURPOSES.length)
      .optional()
      .meta({ description: `Only crawlers of these purposes: ${CRAWLER_PURPOSES.join(', ')}.` }),
    crawler: listOf(CrawlerName, VALUES_MAX)
      .optional()
      .meta({ description: 'Only these crawlers or operators, such as GPTBot.' }),
    page: z
      .string()
      .min(1, 'must not be empty')
      .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
      .optional()
      .meta({ description: 'Only hits on this path; `*` for any run.' }),
    verified: listOf(Verified, 3, z.union([z.string(), z.boolean().transform(String)]))
      .optional()
      .meta({ description: 'Only hits that are verified (true), disproved (false) or neither (null).' }),
    status: listOf(Status, VALUES_MAX, z.union([z.string(), z.int().transform(String)]))
      .optional()
      .meta({ description: 'Only hits answered so: 404, a class such as 4xx, or unknown.' }),
    dimension: listOf(CrawlerDimension, DIMENSIONS_MAX)
      .optional()
      .meta({ description: `Adds rows by one or two dimensions: ${CRAWLER_DIMENSIONS.join(', ')}.` }),
    ...compareQuery,
    ...pagingQuery,
    limit: pagingQuery.limit
      .unwrap()
      .optional()
      .meta({
        description: `Rows; without a dimension, crawlers and pages; ${ROWS_DEFAULT} when absent.`,
      }),
  },
  output: CrawlersReport,
  meta: ProductReportMeta,
  paged: true,
  writtenByVisitors: ['pages[].path', 'rows[].key', 'rows[].keys[]'],
  writtenFor: ({ dimension: dimensions = [] }) => [
    'pages[].path',
    ...(dimensions[0] === 'page' ? ['rows[].key'] : []),
    ...(dimensions.length > 1 && dimensions.includes('page') ? ['rows[].keys[]'] : []),
  ],
  async run(call, input) {
    const { dimension: dimensions = [], limit, status, cursor } = input
    const paging = { limit: limit ?? ROWS_DEFAULT, cursor }
    if (dimensions.length === 0 && cursor !== undefined)
      throw new InvalidRequest([{ path: 'cursor', message: 'pages a breakdown, and needs a dimension' }])
    const compare = comparedPeriod(input)
    if (compare !== undefined && dimensions.includes('day'))
      throw new InvalidRequest([{ path: 'compare', message: 'cannot be used with the dimension day' }])
    const scope = await reportScope(call, input.tz)
    const { data, meta, more } = await call.reports().crawlers(scope, {
      ...(await reportRange(input, scope, call, 'crawler_hits')),
      purposes: input.purpose,
      crawlers: input.crawler,
      page: input.page,
      verified: input.verified?.map((one) => (one === 'null' ? null : one === 'true')),
      status: status?.map(statusFilter),
      dimensions,
      compare,
      limit,
      offset: offsetOf(paging),
      visits: call.principal.kind !== 'shared_link' || call.principal.sections.has('overview'),
    })
    const page = dimensions.length === 0 ? {} : { page: offsetPageInfo(paging, more) }
    return { data, meta, ...page }
  },
})

/** `4xx`, `404` and `unknown` as the statuses that they stand for. */
function statusFilter(status: string): StatusFilter {
  if (status === 'unknown') return { from: 0, to: 0 }
  const first = Number(status.replace('xx', '00'))
  return { from: first, to: status.endsWith('xx') ? first + 99 : first }
}
