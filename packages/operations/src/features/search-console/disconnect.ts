import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { connected, enqueueCleanup, PATH, PROVIDER, reportOf, SearchConsoleConnection } from './connection.ts'

export const disconnectSearchConsole = defineWrite({
  name: 'dashboard_integrations_disconnect',
  method: 'DELETE',
  path: PATH,
  title: 'Disconnect Search Console',
  activity: 'Search Console disconnected',
  description: 'Ends the connection, revokes the access at the provider, and deletes the synced data.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  output: SearchConsoleConnection,
  destructive: true,
  examples: [{ given: ['search console'] }],
  async plan(call) {
    const { property, refresh_token } = await connected(call)
    return {
      summary: `Disconnect “${call.product.name}” from Search Console.`,
      changes: [{ path: 'property', from: property ?? null, to: null }],
      revision: null,
      warnings: async () => [
        'The synced data is deleted; a new connection reads the last sixteen months again.',
        'Google ends all access that the same Google account gave this service: other products connected with it have to be connected again.',
      ],
      async commit({ store }) {
        await store.integrations.remove(call.product.id, PROVIDER)
        await enqueueCleanup(store, call, { refresh_token })
        return { result: reportOf(undefined, call.searchConsole !== undefined), subject: property ?? call.product.id }
      },
    }
  },
})
