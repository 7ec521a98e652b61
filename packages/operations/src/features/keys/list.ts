import { ProductKey } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, pagingQuery } from '../../definition/index.ts'

export const listProductKeys = defineRead({
  name: 'service_keys_list',
  path: '/api/v1/products/{product}/keys',
  title: 'List Website API keys',
  description:
    'Lists the Website API keys of a product: kind, scopes, first characters and last use. Secrets are not included.',
  scope: 'keys:read',
  product: 'path',
  role: 'admin',
  query: pagingQuery,
  output: z.array(ProductKey),
  paged: true,
  run: ({ store, product }, input) => listed(input, (request) => store.productKeys.list(product.id, request)),
})
