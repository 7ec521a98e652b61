import { AppId, existing } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'

export const deleteApp = defineWrite({
  name: 'dashboard_apps_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/apps/{app_id}',
  title: 'Remove an app',
  activity: 'App deleted',
  description:
    'Removes an app from a product. Its collected events stay, and events that it still sends are collected.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: { app_id: AppId },
  output: z.object({ id: AppId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { app_id: 'app' } }],
  async plan({ store, product }, { app_id }) {
    const { id, platform, name, bundle_id, revision } = existing(await store.apps.find(product.id, app_id))
    return {
      summary: `Remove the ${platform} app “${name}” (${bundle_id}) from “${product.name}”.`,
      changes: diff({ platform, name, bundle_id }, {}),
      revision,
      async commit({ store }) {
        await store.apps.remove(product.id, id)
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})
