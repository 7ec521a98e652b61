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
  output: z.object({ segments: z.array(Segment) }),
  async run({ store, product }) {
    return { data: { segments: [...(await store.segments.list(product.id))] } }
  },
})
