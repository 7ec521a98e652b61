import {
  collectedText,
  JOURNEY_DIRECTIONS,
  JourneyDirection,
  JourneysReport,
  ProductReportMeta,
} from '@footfall/core-domain'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { reportQuery, reportRange, reportScope } from '../../inputs/report-input.ts'

export const journeys = defineRead({
  name: 'dashboard_journeys',
  path: '/api/v1/products/{product}/journeys',
  title: 'See where visits went from a page',
  description:
    'The pages that visits viewed before and after a page, three steps in each direction, the ten of most visits in each step. Filters choose visits.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_analytics_journeys',
    scope: 'content:read',
    description:
      'Where visits went from a page and where they came from: the pages viewed before and after it, three steps in each direction, the ten of most visits in each step. Filters choose visits.',
  },
  sharedAs: 'overview',
  query: {
    ...reportQuery,
    page: collectedText(1024).meta({ description: 'The path that the journeys go through.' }),
    direction: JourneyDirection.optional().meta({ description: 'Both when absent.' }),
  },
  output: JourneysReport,
  meta: ProductReportMeta,
  writtenByVisitors: ['before', 'after'].flatMap((direction) =>
    ['rows[].key', 'links[].from', 'links[].to'].map((path) => `${direction}[].${path}`),
  ),
  async run(call, { tz, traffic, page, direction, filters: own, segment, ...period }) {
    const scope = await reportScope(call, tz, traffic)
    const range = await reportRange(period, scope, call)
    const filters = await askedFilters(call, { filters: own, segment })
    const directions = direction === undefined ? JOURNEY_DIRECTIONS : [direction]
    return call.reports().journeys(scope, { ...range, page, directions, filters })
  },
})
