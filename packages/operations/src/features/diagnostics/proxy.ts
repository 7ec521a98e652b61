import { ProxyReport } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'

export const proxyDiagnostics = defineRead({
  name: 'service_diagnostics_proxy',
  path: '/api/v1/products/{product}/proxy/diagnostics',
  title: 'Check the first-party proxy',
  description:
    'Returns whether events arrive through a first-party proxy, on which hostnames, and whether it forwards the IP addresses of visitors.',
  scope: 'diagnostics:read',
  product: 'path',
  role: 'viewer',
  output: ProxyReport,
  writtenByVisitors: ['hostnames[].hostname'],
  async run(call) {
    return { data: await call.reports().proxy(await reportScope(call, undefined)) }
  },
})
