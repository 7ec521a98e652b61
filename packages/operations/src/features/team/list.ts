import { Member } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, listed, pagingQuery } from '../../definition/index.ts'

export const listMembers = defineRead({
  name: 'service_team_list',
  path: '/api/v1/products/{product}/members',
  title: 'List members',
  description: 'Lists the members of a product with their roles, including open invitations.',
  scope: 'team:read',
  product: 'path',
  role: 'viewer',
  query: pagingQuery,
  output: z.array(Member),
  paged: true,
  run: ({ store, product }, input) => listed(input, (request) => store.members.list(product.id, request)),
})
