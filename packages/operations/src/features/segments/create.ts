import { QuotaExceeded, Segment, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { filterWarnings, segmentFields, segmentWarnings } from './segment.ts'

/** All of a product are in one list, from which a person picks. */
const SEGMENTS_MAX = 100

export const createSegment = defineWrite({
  name: 'dashboard_segments_create',
  method: 'POST',
  path: '/api/v1/products/{product}/segments',
  title: 'Create a segment',
  activity: 'Segment created',
  description: 'Saves filters under a name. Everyone who can read the statistics of the product can then use them.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_segments_create',
    scope: 'content:write',
    description:
      'Saves filters under a name, as a segment. Everyone who may read the statistics of the product can then ask under it by its id. The preview says whether any visit passes the filters.',
  },
  errors: ['quota_exceeded'],
  body: z.strictObject(segmentFields),
  output: Segment,
  creates: true,
  examples: [
    { body: { name: 'Pricing', filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] } },
    { body: { name: 'Germany', filters: [{ dimension: 'country', operator: 'is', values: ['DE'] }] } },
  ],
  async plan(call, given) {
    const { store, product, ids, clock } = call
    if ((await store.segments.count(product.id)) >= SEGMENTS_MAX) throw new QuotaExceeded('segments', SEGMENTS_MAX)
    return {
      summary: `Create the segment “${given.name}” on “${product.name}”.`,
      changes: created(given),
      revision: null,
      warnings: async () => [...(await filterWarnings(call, given.filters)), ...(await segmentWarnings(call, given))],
      async commit({ store }) {
        const at = timestamp(clock.now())
        const segment: Segment = { id: ids.segment(), ...given, created_at: at, revision: 1, updated_at: at }
        await store.segments.insert(product.id, segment)
        return { result: segment, subject: segment.id }
      },
    }
  },
})
