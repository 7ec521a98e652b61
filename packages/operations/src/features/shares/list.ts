import { SharedLink } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, PEOPLE_ONLY, pagingQuery } from '../../definition/index.ts'

export const listShares = defineRead({
  name: 'dashboard_shares_list',
  path: '/api/v1/products/{product}/shares',
  title: 'List shared links',
  description: 'Lists the shared links of a product, those that have ended included. Secrets are not included.',
  scope: 'analytics:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  query: pagingQuery,
  output: z.array(SharedLink),
  paged: true,
  run: ({ store, product }, input) => listed(input, (request) => store.sharedLinks.list(product.id, request)),
})
