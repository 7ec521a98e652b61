import { AnnotationId } from '@footfall/core-domain'
import { z } from 'zod'
import { defineWrite, diff, PEOPLE_ONLY } from '../../definition/index.ts'
import { annotationParams, found } from './annotation.ts'

export const deleteAnnotation = defineWrite({
  name: 'dashboard_annotations_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/annotations/{annotation_id}',
  title: 'Delete an annotation',
  activity: 'Annotation deleted',
  description: 'Deletes an annotation. The statistics do not change.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  params: annotationParams,
  output: z.object({ id: AnnotationId, deleted: z.literal(true) }),
  destructive: true,
  examples: [{ path: { annotation_id: 'annotation' } }],
  async plan(call, { annotation_id }) {
    const { id, title, date, note, category, color, revision } = await found(call, annotation_id)
    return {
      summary: `Delete the annotation “${title}” of ${date} from “${call.product.name}”.`,
      changes: diff({ date, title, note, category, color }, {}),
      revision,
      async commit({ store }) {
        await store.annotations.remove(call.product.id, id)
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})
