import { INTEGRATION_PROVIDERS, Integration } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead } from '../../definition/index.ts'

export const listIntegrations = defineRead({
  name: 'service_diagnostics_integrations',
  path: '/api/v1/mcp/integrations',
  title: 'List integrations',
  description:
    'Lists the integrations of a product and whether each is connected, not connected or failing. A person connects them in the dashboard.',
  scope: 'diagnostics:read',
  product: 'query',
  role: 'viewer',
  output: z.object({ integrations: z.array(Integration) }),
  async run({ store, product }) {
    const known = await store.integrations.list(product.id)
    const integrations = INTEGRATION_PROVIDERS.map(
      (provider) =>
        known.find((integration) => integration.provider === provider) ?? {
          provider,
          status: 'not_connected' as const,
        },
    )
    return { data: { integrations } }
  },
})
