import { InvalidRequest, type ProviderConnection, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { connected, enqueueCleanup, PATH, reportOf, SearchConsoleConnection } from './connection.ts'

export const selectSearchConsoleProperty = defineWrite({
  name: 'dashboard_integrations_select',
  method: 'PUT',
  path: `${PATH}/property`,
  title: 'Choose the property',
  activity: 'Search Console property chosen',
  description:
    'Sets the property of the connected account whose data is synced. The data of the previous property is deleted.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({ property: z.string().min(1).max(2048) }),
  output: SearchConsoleConnection,
  examples: [{ given: ['search console'], body: { property: 'sc-domain:example.com' } }],
  async plan(call, { property }) {
    const connection = await connected(call)
    if (!connection.properties.includes(property))
      throw new InvalidRequest([{ path: 'property', message: 'must be one that Google listed for this connection' }])
    const { property: earlier } = connection
    const same = earlier === property
    return {
      summary: `Read the property ${property} for “${call.product.name}”.`,
      changes: same ? [] : [{ path: 'property', from: earlier ?? null, to: property }],
      revision: null,
      warnings: async () =>
        earlier === undefined || same
          ? []
          : [`What was read of ${earlier} is deleted; Google keeps sixteen months of it.`],
      async commit({ store }) {
        if (same) return { result: reportOf(connection, true), subject: property }
        const at = timestamp(call.clock.now())
        if (earlier !== undefined) await enqueueCleanup(store, call, { refresh_token: undefined })
        const chosen: ProviderConnection = {
          ...connection,
          property,
          status: 'connected',
          detail: undefined,
          synced_at: undefined,
          sync_requested_at: at,
          updated_at: at,
        }
        await store.integrations.put(chosen)
        return { result: reportOf(chosen, true), subject: property }
      },
    }
  },
})
