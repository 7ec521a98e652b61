import { z } from 'zod'
import { Activity, shown } from '../../audit/activity.ts'
import { defineRead, PEOPLE_ONLY, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'

export const productActivity = defineRead({
  name: 'dashboard_product_activity',
  path: '/api/v1/products/{product}/activity',
  title: 'List the changes of a product',
  description:
    'Lists the changes of a product, newest first, with old and new values, credential, channel and IP address.',
  scope: 'settings:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(Activity),
  paged: true,
  async run({ store, product }, input) {
    const page = await store.audit.pageForProduct(product.id, pageRequest(input))
    return { data: await shown(page.rows, store), page: pageInfo(input, page) }
  },
})
