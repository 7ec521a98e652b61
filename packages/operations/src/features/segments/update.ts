import { type Filters, RoleForbidden, Segment, type SegmentId, timestamp } from '@footfall/core-domain'
import { roleAtLeast } from '@footfall/scopes-policy'
import { z } from 'zod'
import {
  assertRevision,
  defineWrite,
  PEOPLE_ONLY,
  type ProductWriteCall,
  revisionField,
  updated,
} from '../../definition/index.ts'
import { assertCountsOwn } from '../shares/share.ts'
import { filterWarnings, found, segmentFields, segmentParams, segmentWarnings } from './segment.ts'

export const updateSegment = defineWrite({
  name: 'dashboard_segments_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/segments/{segment}',
  title: 'Edit a segment',
  activity: 'Segment changed',
  description:
    'Changes the name or the filters of a segment. Whatever is asked under it follows at once. While a shared link shows the segment, only an admin changes its filters.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_segments_update',
    scope: 'content:write',
    description:
      'Changes the name or the filters of a segment; the filters sent replace all that it has. Whatever is asked under it follows at once. While a shared link shows the segment, only an admin changes its filters.',
  },
  errors: ['revision_conflict'],
  params: segmentParams,
  body: z.strictObject({
    name: segmentFields.name.optional(),
    filters: segmentFields.filters.optional(),
    ...revisionField,
  }),
  output: Segment,
  examples: [{ path: { segment: 'segment' }, body: { name: 'Saw pricing' } }],
  async plan(call, { segment: id, revision, ...given }) {
    const { product, clock } = call
    const segment = await found(call, id)
    assertRevision(segment, revision)
    const before = { name: segment.name, filters: segment.filters }
    const after = { name: given.name ?? before.name, filters: given.filters ?? before.filters }
    if (given.filters !== undefined) await assertMayFilter(call, id, given.filters)
    return {
      summary: `Change the segment “${before.name}” on “${product.name}”.`,
      ...updated(before, after),
      revision: segment.revision,
      warnings: async () => [
        ...(given.filters === undefined ? [] : await filterWarnings(call, given.filters)),
        ...(await segmentWarnings(call, after, id)),
      ],
      async commit({ store }) {
        const result = await store.segments.replace(product.id, id, after, timestamp(clock.now()))
        return { result, subject: id }
      },
    }
  },
})

/** The filters of a segment decide what its shared links show to strangers, and only admins decide that. */
async function assertMayFilter({ store, product }: ProductWriteCall, id: SegmentId, filters: Filters): Promise<void> {
  if (!(await store.sharedLinks.showsSegment(product.id, id))) return
  if (!roleAtLeast(product.role, 'admin'))
    throw new RoleForbidden('A shared link shows this segment, so only an admin of the product changes its filters.')
  assertCountsOwn(filters, 'filters')
}
