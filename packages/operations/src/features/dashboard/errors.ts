import { ProductReportMeta, ScriptErrorsReport } from '@footfall/core-domain'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { askedFilters } from '../../inputs/asked-filters.ts'
import { reportQuery, reportRange, reportScope } from '../../inputs/report-input.ts'

export const scriptErrors = defineRead({
  name: 'dashboard_errors',
  path: '/api/v1/products/{product}/errors',
  title: 'See the errors that scripts threw',
  description:
    'The errors of pages whose script tag has `data-errors`, each once with how often it happened, the most frequent first and at most 100. Errors of fewer visitors than the suppression threshold are left out and counted in `withheld`; with a threshold, no pages and browsers are listed.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_analytics_errors',
    scope: 'content:read',
    description:
      'The JavaScript errors of pages whose script tag has data-errors, each once with how often it happened and for how many visitors, the most frequent first and at most 100. Errors of too few visitors are left out and counted as withheld.',
  },
  query: reportQuery,
  output: ScriptErrorsReport,
  meta: ProductReportMeta,
  writtenByVisitors: ['rows[].message', 'rows[].source', 'rows[].stack', 'rows[].pages[].key'],
  async run(call, { tz, traffic, filters: own, segment, ...period }) {
    const scope = await reportScope(call, tz, traffic)
    const range = await reportRange(period, scope, call)
    return call
      .reports()
      .scriptErrors(scope, { ...range, filters: await askedFilters(call, { filters: own, segment }) })
  },
})
