import { InstallationReport } from '@footfall/core-domain'
import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'

export const installation = defineRead({
  name: 'service_diagnostics_installation',
  path: '/api/v1/products/{product}/installation',
  title: 'Check the installation',
  description:
    'Whether the tracker is installed on each registered or observed hostname: its version, first and last event; and the script to add to pages.',
  scope: 'diagnostics:read',
  product: 'path',
  role: 'viewer',
  output: InstallationReport,
  writtenByVisitors: ['domains[].hostname', 'domains[].script_version'],
  async run(call) {
    const [scope, domains] = await Promise.all([
      reportScope(call, undefined),
      call.store.settings.get(call.product.id, 'domains'),
    ])
    return {
      data: {
        snippet: `<script defer data-product="${call.product.id}" src="${call.baseUrl}/js/footfall.js"></script>`,
        domains: await call.reports().installation(
          scope,
          domains.domains.map((domain) => domain.hostname),
        ),
      },
    }
  },
})
