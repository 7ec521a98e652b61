import { ConnectionId, existing, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { Connection, shown, statusOf } from './connection.ts'

export const revokeConnection = defineWrite({
  name: 'dashboard_connections_revoke',
  method: 'DELETE',
  path: '/api/v1/connections/{connection_id}',
  title: 'Disconnect an application',
  activity: 'App disconnected',
  description: 'Revokes a connection for good: none of its tokens is accepted from the next request on.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  params: { connection_id: ConnectionId },
  output: Connection,
  destructive: true,
  examples: [{ path: { connection_id: 'connection' } }],
  async plan(call, { connection_id }) {
    const { store, account, clock } = call
    const app = existing(await store.connectedApps.find(account, connection_id))
    const status = statusOf(app, timestamp(clock.now()))
    return {
      summary: `Disconnect the application “${app.client_name}”.`,
      changes: status === 'active' ? [{ path: 'status', from: status, to: 'revoked' }] : [],
      revision: null,
      warnings: async () => (app.last_used_at === undefined ? [] : [`Last used: ${app.last_used_at}.`]),
      async commit({ store }) {
        if (status === 'active') await store.connectedApps.revoke(account, app.id, timestamp(clock.now()))
        const [result] = await shown(call, [existing(await store.connectedApps.find(account, app.id))])
        return { result: existing(result), subject: app.id }
      },
    }
  },
})
