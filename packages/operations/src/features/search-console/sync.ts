import { InvalidRequest, isDemoProperty, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { connected, PATH, reportOf, SearchConsoleConnection } from './connection.ts'

export const syncSearchConsoleNow = defineWrite({
  name: 'dashboard_integrations_sync',
  method: 'POST',
  path: `${PATH}/sync`,
  title: 'Sync Search Console now',
  activity: 'Search Console synced',
  description: 'Requests a sync, which starts soon. A sync also starts every six hours.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  output: SearchConsoleConnection,
  examples: [{ given: ['search console'] }],
  async plan(call) {
    const connection = await connected(call)
    const { property } = connection
    if (property === undefined)
      throw new InvalidRequest([{ path: 'property', message: 'must be chosen before it can be read' }])
    if (isDemoProperty(property))
      throw new InvalidRequest([{ path: 'property', message: 'is of the demo, whose data is made up and never syncs' }])
    return {
      summary: `Sync the data of ${property} for “${call.product.name}” now.`,
      changes: [],
      revision: null,
      async commit({ store }) {
        const asked = { ...connection, sync_requested_at: timestamp(call.clock.now()) }
        await store.integrations.put(asked)
        return { result: reportOf(asked, true), subject: property }
      },
    }
  },
})
