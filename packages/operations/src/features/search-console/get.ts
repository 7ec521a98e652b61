import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { PATH, PROVIDER, reportOf, SearchConsoleConnection } from './connection.ts'

export const getSearchConsole = defineRead({
  name: 'dashboard_integrations_get',
  path: PATH,
  title: 'Get the Search Console connection',
  description: 'Returns whether a product is connected, to which property, and when it last synced.',
  scope: 'settings:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  output: SearchConsoleConnection,
  async run({ store, product, searchConsole }) {
    const connection = await store.integrations.connection(product.id, PROVIDER)
    return { data: reportOf(connection, searchConsole !== undefined) }
  },
})
