import { z } from 'zod'
import { defineRead, PEOPLE_ONLY, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'
import { Connection, shown } from './connection.ts'

export const listConnections = defineRead({
  name: 'dashboard_connections_list',
  path: '/api/v1/connections',
  title: 'List connected applications',
  description:
    'Lists the OAuth connections of the account, newest first, including ended ones: name and redirect hosts of the application, scopes and products.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(Connection),
  paged: true,
  async run(call, input) {
    const page = await call.store.connectedApps.page(call.account, pageRequest(input))
    return { data: await shown(call, page.rows), page: pageInfo(input, page) }
  },
})
