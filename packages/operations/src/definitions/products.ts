import { Product } from '@footfall/core-domain'
import { z } from 'zod'
import { defineAccountRead, defineProductRead } from '../definition/operation.ts'
import { pageInfo, pageRequest, pagingQuery } from '../paging.ts'

export const listProducts = defineAccountRead({
  name: 'service_products_list',
  path: '/api/v1/products',
  title: 'List products',
  description:
    'Lists the products (tracked sites and apps) that this credential reaches, oldest first, with the account’s role on each. Start here to learn product identifiers.',
  query: pagingQuery,
  output: z.array(Product),
  paged: true,
  async run({ store, account, principal }, input) {
    const page = await store.products.listFor(account, principal.selection, pageRequest(input))
    return { data: [...page.rows], page: pageInfo(input, page) }
  },
})

export const getProduct = defineProductRead({
  name: 'service_products_get',
  path: '/api/v1/products/{product}',
  product: 'path',
  title: 'Get a product',
  description: 'Returns one product: its name, time zone, the account’s role on it and its revision.',
  query: {},
  output: Product,
  run: async ({ product }) => ({ data: product }),
})
