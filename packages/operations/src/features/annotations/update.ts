import { Annotation, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { assertRevision, defineWrite, PEOPLE_ONLY, revisionField, updated } from '../../definition/index.ts'
import { annotationWarnings } from '../../warnings/names.ts'
import { annotationParams, fields, found } from './annotation.ts'

export const updateAnnotation = defineWrite({
  name: 'dashboard_annotations_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/annotations/{annotation_id}',
  title: 'Change an annotation',
  activity: 'Annotation changed',
  description: 'Changes the fields of an annotation that are sent; null removes the note, the category or the color.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  tool: { name: 'service_annotations_update', scope: 'content:write' },
  errors: ['revision_conflict'],
  params: annotationParams,
  body: z.strictObject({
    date: fields.date.optional(),
    title: fields.title.optional(),
    note: fields.note.nullable().meta({ description: 'null removes it.' }),
    category: fields.category.nullable().meta({ description: 'null removes it.' }),
    color: fields.color.nullable().meta({ description: 'null removes it.' }),
    ...revisionField,
  }),
  output: Annotation,
  examples: [{ path: { annotation_id: 'annotation' }, body: { title: 'Relaunch' } }],
  async plan(call, { annotation_id, revision, ...given }) {
    const annotation = await found(call, annotation_id)
    assertRevision(annotation, revision)
    const { date, title, note, category, color } = annotation
    const before = { date, title, note, category, color }
    const after = {
      date: given.date ?? before.date,
      title: given.title ?? before.title,
      note: orRemoved(given.note, before.note),
      category: orRemoved(given.category, before.category),
      color: orRemoved(given.color, before.color),
    }
    return {
      summary: `Change the annotation “${before.title}” of ${before.date} on “${call.product.name}”.`,
      ...updated(before, after),
      revision: annotation.revision,
      warnings: () => annotationWarnings(call, after, annotation.id),
      async commit({ store }) {
        const at = timestamp(call.clock.now())
        const result = await store.annotations.replace(call.product.id, annotation.id, after, at)
        return { result, subject: annotation.id }
      },
    }
  },
})

/** An optional field after a change: null removes it, what is not sent stays. */
function orRemoved<Value>(given: Value | null | undefined, before: Value | undefined): Value | undefined {
  return given === undefined ? before : (given ?? undefined)
}
