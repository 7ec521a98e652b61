import { ProductWithRole } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, pagingQuery } from '../../definition/index.ts'

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
  run: ({ store, account, principal }, input) =>
    listed(input, (request) => store.products.listFor(account, principal.selection, request)),
})
