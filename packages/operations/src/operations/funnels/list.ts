import { Funnel, FunnelResult, InvalidRequest, type LocalDate, type ReportRange } from '@footfall/core-domain'
import { z } from 'zod'
import { ACCOUNTS_AND_KEYS, defineRead, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { assertOrdered, rangeQuery, reportScope } from '../../report-input.ts'

export const listFunnels = defineRead({
  name: 'service_funnels_list',
  path: '/api/v1/products/{product}/funnels',
  title: 'List funnels',
  description:
    'Lists the funnels of a product with their steps. With `from` and `to` each also has `results`: visitors who entered, visitors who reached each step within the window, and the conversion rate (a ratio).',
  scope: 'funnels:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: ACCOUNTS_AND_KEYS,
  query: { ...rangeQuery, ...pagingQuery },
  output: z.array(Funnel.extend({ results: FunnelResult.optional() })),
  paged: true,
  async run(call, input) {
    const range = resultsRange(input)
    const page = await call.store.funnels.list(call.product.id, pageRequest(input))
    if (range === undefined) return { data: [...page.rows], page: pageInfo(input, page) }
    const scope = await reportScope(call, input.tz)
    const results = await call.reports().funnels(scope, range, page.rows)
    return {
      data: page.rows.map((funnel) => {
        const result = results.get(funnel.id)
        return result === undefined ? funnel : { ...funnel, results: result }
      }),
      page: pageInfo(input, page),
    }
  },
})

/** Results need both ends; one end alone is a mistake worth telling, not a reason to guess. */
function resultsRange(input: { from?: LocalDate | undefined; to?: LocalDate | undefined }): ReportRange | undefined {
  if (input.from === undefined && input.to === undefined) return undefined
  if (input.from === undefined) throw new InvalidRequest([{ path: 'from', message: 'is required with to' }])
  if (input.to === undefined) throw new InvalidRequest([{ path: 'to', message: 'is required with from' }])
  const range = { from: input.from, to: input.to }
  assertOrdered(range)
  return range
}
