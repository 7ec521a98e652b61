import { Funnel, FunnelResult } from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { rangeQuery, reportRange, reportScope } from '../../report-input.ts'

export const listFunnels = defineRead({
  name: 'service_funnels_list',
  path: '/api/v1/products/{product}/funnels',
  title: 'List funnels',
  description:
    'Lists the funnels of a product with their steps. Each has `results` over a span of days: visitors who entered, visitors who reached each step within the window, and the conversion rate (a ratio).',
  scope: 'funnels:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  query: { ...rangeQuery, ...pagingQuery },
  output: z.array(Funnel.extend({ results: FunnelResult })),
  paged: true,
  async run(call, input) {
    const scope = await reportScope(call, input.tz)
    const range = await reportRange(input, scope, call)
    const page = await call.store.funnels.list(call.product.id, pageRequest(input))
    const results = await call.reports().funnels(scope, range, page.rows)
    return {
      data: page.rows.map((funnel) => {
        const result = results.get(funnel.id)
        if (result === undefined) throw new TypeError('a report answers every funnel it is asked for')
        return { ...funnel, results: result }
      }),
      page: pageInfo(input, page),
    }
  },
})
