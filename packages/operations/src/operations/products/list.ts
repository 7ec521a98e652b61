import { ProductWithRole } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, pageInfo, pageRequest, pagingQuery } from '../../definition/index.ts'

export const listProducts = defineRead({
  name: 'service_products_list',
  path: '/api/v1/products',
  title: 'List products',
  description:
    'Lists the products (tracked sites and apps) in this credential’s selection, oldest first, with the account’s role on each. Start here to get product identifiers.',
  scope: 'products:read',
  product: 'none',
  role: null,
  query: pagingQuery,
  output: z.array(ProductWithRole),
  paged: true,
  async run({ store, account, principal }, input) {
    const page = await store.products.listFor(account, principal.selection, pageRequest(input))
    return { data: [...page.rows], page: pageInfo(input, page) }
  },
})
