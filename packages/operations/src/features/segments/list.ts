import { Segment } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'

export const listSegments = defineRead({
  name: 'dashboard_segments_list',
  path: '/api/v1/products/{product}/segments',
  title: 'List segments',
  description: 'The segments of a product, oldest first.',
  scope: 'analytics:read',
  product: 'path',
  role: 'viewer',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_segments_list',
    scope: 'content:read',
    description:
      'Lists the segments of a product, oldest first: saved filters with their names, and the ids by which questions take them as segment.',
  },
  output: z.object({ segments: z.array(Segment) }),
  async run({ store, product }) {
    return { data: { segments: [...(await store.segments.list(product.id))] } }
  },
})
