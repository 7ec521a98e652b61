import { App } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead } from '../../definition/index.ts'

export const getApps = defineRead({
  name: 'service_apps_get',
  path: '/api/v1/products/{product}/apps',
  title: 'Get apps',
  description: 'Returns the apps of a product, with platform and bundle identifier.',
  scope: 'settings:read',
  product: 'path',
  role: 'viewer',
  output: z.object({ apps: z.array(App) }),
  run: async ({ store, product }) => ({ data: { apps: [...(await store.apps.list(product.id))] } }),
})
