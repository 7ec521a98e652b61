import {
  Dimension,
  Funnel,
  type FunnelDefinition,
  FunnelResult,
  FunnelStep,
  InvalidRequest,
  isWrittenByVisitors,
  ProductReportMeta,
} from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { askedFilters, filtersQuery } from '../../inputs/asked-filters.ts'
import { flag, rangeQuery, reportRange, reportScope, trafficQuery } from '../../inputs/report-input.ts'
import { assertGoalsExist, FUNNEL_WINDOW_MINUTES, funnelFields, withGoalNames } from './funnel.ts'

const results = FunnelResult
const DROPPED_OFF = ['sources', 'next_pages'].map((by) => `[].results.steps[].dropped_off.${by}.rows[].key`)
const AdHocFunnel = z.object({ id: z.null(), steps: z.array(FunnelStep), window_minutes: z.int(), results })

export const listFunnels = defineRead({
  name: 'service_funnels_list',
  path: '/api/v1/products/{product}/funnels',
  title: 'List funnels',
  description:
    'Lists the funnels of a product with their steps. Each has `results` over a period: visitors who entered and who reached each step within the window, and the conversion rate (a ratio). With `steps` it answers that funnel alone, unsaved.',
  scope: 'funnels:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  sharedAs: 'funnels',
  query: {
    ...rangeQuery,
    ...filtersQuery('Choose visits, whose events can be steps.'),
    ...trafficQuery,
    dimension: Dimension.optional().meta({
      description: 'Adds results.rows: the funnel for the ten values of most visitors on the first step.',
    }),
    drop_offs: flag.optional().meta({ description: 'Adds the median time between steps and who dropped off; slower.' }),
    steps: funnelFields.steps.optional().meta({
      description: 'A funnel to count unsaved. As a query parameter: JSON.',
    }),
    window_minutes: funnelFields.window_minutes
      .optional()
      .meta({ description: `Only with steps; ${FUNNEL_WINDOW_MINUTES} when absent.` }),
    ...pagingQuery,
  },
  output: z.array(z.union([Funnel.extend({ results }), AdHocFunnel])),
  meta: ProductReportMeta,
  paged: true,
  writtenByVisitors: ['[].results.rows[].key', ...DROPPED_OFF],
  writtenFor: ({ dimension, drop_offs }) => [
    ...(dimension && isWrittenByVisitors(dimension) ? ['[].results.rows[].key'] : []),
    ...(drop_offs ? DROPPED_OFF : []),
  ],
  async run(call, input) {
    const { dimension, drop_offs: dropOffs } = input
    if (input.steps === undefined && input.window_minutes !== undefined) {
      throw new InvalidRequest([{ path: 'window_minutes', message: 'is only for steps; saved funnels have their own' }])
    }
    if (input.steps !== undefined && input.cursor !== undefined) {
      throw new InvalidRequest([{ path: 'cursor', message: 'pages saved funnels, and steps is a single one' }])
    }
    const scope = await reportScope(call, input.tz, input.traffic)
    const filters = await askedFilters(call, input)
    const isAdHoc = input.steps !== undefined
    const query = { ...(await reportRange(input, scope, call)), filters, dimension, dropOffs, isAdHoc }
    const answer = async <Given extends FunnelDefinition>(funnels: readonly Given[]) => {
      const { data, meta } = await call.reports().funnels(scope, query, funnels)
      return { data: funnels.flatMap((funnel, i) => withResults(funnel, data[i])), meta }
    }
    if (input.steps !== undefined) {
      const steps = withGoalNames(input.steps, scope.goals)
      assertGoalsExist(steps, scope.goals)
      const window_minutes = input.window_minutes ?? FUNNEL_WINDOW_MINUTES
      const adHoc = { id: null, steps, window_minutes }
      return { ...(await answer([adHoc])), page: { limit: input.limit, next_cursor: null } }
    }
    const page = await call.store.funnels.list(call.product.id, pageRequest(input))
    return { ...(await answer(page.rows)), page: pageInfo(input, page) }
  },
})

function withResults<Given>(funnel: Given, results: FunnelResult | undefined): (Given & { results: FunnelResult })[] {
  return results === undefined ? [] : [{ ...funnel, results }]
}
