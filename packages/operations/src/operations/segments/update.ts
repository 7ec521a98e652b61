import { Segment, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, diff, PEOPLE_ONLY, revisionField } from '../../definition/index.ts'
import { filterWarnings, found, segmentFields, segmentParams } from './segment.ts'

export const updateSegment = defineWrite({
  name: 'dashboard_segments_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/segments/{segment}',
  title: 'Edit a segment',
  description: 'Changes the name or the filters of a segment. Whatever is asked under it follows at once.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict'],
  params: segmentParams,
  body: z.strictObject({
    name: segmentFields.name.optional(),
    filters: segmentFields.filters.optional(),
    ...revisionField,
  }),
  output: Segment,
  async plan(call, { segment: id, revision, ...given }) {
    const { product, clock } = call
    const segment = await found(call, id)
    assertRevision(segment, revision)
    const before = { name: segment.name, filters: segment.filters }
    const after = { name: given.name ?? before.name, filters: given.filters ?? before.filters }
    return {
      summary: `Change the segment “${before.name}” on “${product.name}”.`,
      changes: diff(before, after),
      revision: segment.revision,
      warnings: async () => (given.filters === undefined ? [] : filterWarnings(call, given.filters)),
      async commit({ store }) {
        const result = await store.segments.replace(product.id, id, after, timestamp(clock.now()))
        return { result, subject: id }
      },
    }
  },
})
