import { AlreadyExists, App, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite } from '../../definition/index.ts'
import { appNameWarnings } from '../../warnings/names.ts'

export const createApp = defineWrite({
  name: 'service_apps_create',
  method: 'POST',
  path: '/api/v1/products/{product}/apps',
  title: 'Add an app',
  activity: 'App created',
  description: 'Adds an app to a product, so that its events can be distinguished from others.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  errors: ['already_exists'],
  body: z.strictObject({
    platform: App.shape.platform.meta({ description: 'What it runs on.' }),
    name: App.shape.name.meta({ description: 'What people call it.' }),
    bundle_id: App.shape.bundle_id.meta({ description: 'Such as com.example.app.' }),
  }),
  output: App,
  creates: true,
  examples: [
    { body: { platform: 'ios', name: 'App', bundle_id: 'com.example.app' } },
    { body: { platform: 'ios', name: 'Other', bundle_id: 'com.example.other' } },
  ],
  async plan(call, fields) {
    const { store, product, ids, clock } = call
    const apps = await store.apps.list(product.id)
    if (apps.some(({ platform, bundle_id }) => platform === fields.platform && bundle_id === fields.bundle_id)) {
      throw new AlreadyExists(`The product has an app ${fields.bundle_id} for ${fields.platform} already.`)
    }
    return {
      summary: `Add the ${fields.platform} app “${fields.name}” (${fields.bundle_id}) to “${product.name}”.`,
      changes: created(fields),
      revision: null,
      warnings: () => appNameWarnings(call, fields.name),
      async commit({ store }) {
        const at = timestamp(clock.now())
        const app: App = { id: ids.app(), ...fields, created_at: at, revision: 1, updated_at: at }
        await store.apps.insert(product.id, app)
        return { result: app, subject: app.id }
      },
    }
  },
})
