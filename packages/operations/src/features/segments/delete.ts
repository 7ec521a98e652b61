import { SegmentId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'
import { found, segmentParams } from './segment.ts'

export const deleteSegment = defineWrite({
  name: 'dashboard_segments_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/segments/{segment}',
  title: 'Delete a segment',
  activity: 'Segment deleted',
  description: 'Deletes a segment. A query that names it then fails. What was counted stays.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  params: segmentParams,
  output: z.object({ id: SegmentId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { segment: 'segment' } }],
  async plan(call, { segment }) {
    const { id, name, filters, revision } = await found(call, segment)
    return {
      summary: `Delete the segment “${name}” of “${call.product.name}”.`,
      changes: diff({ name, filters }, {}),
      revision,
      async commit({ store }) {
        await store.segments.remove(call.product.id, id)
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})
