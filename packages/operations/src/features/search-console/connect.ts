import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { defineInternal, PEOPLE_ONLY } from '../../definition/index.ts'
import { enqueueCleanup, PROVIDER } from './connection.ts'

/** Executed when the provider sends a person back with their consent. */
export const connectSearchConsole = defineInternal({
  name: 'dashboard_integrations_connect',
  activity: 'Search Console connected',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  body: z.strictObject({
    /** Sealed for the product. */
    refresh_token: z.string(),
    /** Those that the person may read, by the provider's names. */
    properties: z.array(z.string()),
  }),
  output: z.object({}),
  async plan(call, { refresh_token, properties }) {
    const { store, product, clock } = call
    const before = await store.integrations.connection(product.id, PROVIDER)
    const isSame = before?.property !== undefined && properties.includes(before.property)
    return {
      summary: 'Connect Google Search Console.',
      changes: [{ path: 'status', from: before?.status ?? 'not_connected', to: 'connected' }],
      revision: null,
      async commit(tx) {
        const at = timestamp(clock.now())
        // The earlier access may be of the same Google account, whose new access would end with it.
        if (before?.property !== undefined && !isSame)
          await enqueueCleanup(tx.store, call, { refresh_token: undefined })
        await tx.store.integrations.put({
          product: product.id,
          provider: PROVIDER,
          status: 'connected',
          detail: undefined,
          property: isSame ? before.property : undefined,
          properties,
          refresh_token,
          synced_at: isSame ? before.synced_at : undefined,
          sync_requested_at: isSame ? at : undefined,
          updated_at: at,
        })
        return { result: {}, subject: PROVIDER }
      },
    }
  },
})
