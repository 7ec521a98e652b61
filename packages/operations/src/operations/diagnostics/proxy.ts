import { ProxyReport } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../report-input.ts'

export const proxyDiagnostics = defineRead({
  name: 'service_diagnostics_proxy',
  path: '/api/v1/products/{product}/proxy/diagnostics',
  title: 'Check the first-party proxy',
  description:
    'Tells whether events come through a proxy of the site’s own, on which hostnames, and whether visitors’ addresses arrive behind it.',
  scope: 'diagnostics:read',
  product: 'path',
  role: 'viewer',
  output: ProxyReport,
  async run(call) {
    return { data: await call.reports().proxy(await reportScope(call, undefined)) }
  },
})
