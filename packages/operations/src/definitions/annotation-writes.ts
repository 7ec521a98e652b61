import { Annotation, AnnotationId, LocalDate, NotFound, QuotaExceeded, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall } from '../definition/call.ts'
import { defineProductWrite } from '../definition/operation.ts'
import { created, diff } from '../definition/plan.ts'
import { assertRevision, revisionField } from '../revision.ts'

/** All of a span are shown in one answer, over a chart that people read; far more than one can tell apart. */
const ANNOTATIONS_MAX = 1_000

const fields = {
  date: LocalDate.meta({ description: 'The day it is about, in the product’s time zone, YYYY-MM-DD.' }),
  title: Annotation.shape.title,
  note: Annotation.shape.note,
}
const annotationParams = { annotation_id: AnnotationId }

export const createAnnotation = defineProductWrite({
  name: 'dashboard_annotations_create',
  method: 'POST',
  path: '/api/v1/products/{product}/annotations',
  title: 'Pin a note to a day',
  description: 'Adds an annotation, such as a launch or an outage, that explains a jump in the numbers.',
  body: z.strictObject(fields),
  output: Annotation,
  creates: true,
  async plan({ store, product, ids, clock }, given) {
    if ((await store.annotations.count(product.id)) >= ANNOTATIONS_MAX)
      throw new QuotaExceeded('annotations', ANNOTATIONS_MAX)
    return {
      summary: `Pin “${given.title}” to ${given.date} on “${product.name}”.`,
      changes: created(given),
      revision: null,
      async commit() {
        const at = timestamp(clock.now())
        const annotation: Annotation = {
          id: ids.annotation(),
          ...given,
          created_at: at,
          revision: 1,
          updated_at: at,
        }
        await store.annotations.insert(product.id, annotation)
        return { result: annotation, subject: annotation.id }
      },
    }
  },
})

export const updateAnnotation = defineProductWrite({
  name: 'dashboard_annotations_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/annotations/{annotation_id}',
  title: 'Change an annotation',
  description: 'Changes the day, the title or the note of an annotation; a note of null takes the note away.',
  params: annotationParams,
  body: z.strictObject({
    date: fields.date.optional(),
    title: fields.title.optional(),
    note: fields.note.nullable(),
    ...revisionField,
  }),
  output: Annotation,
  async plan(call, { annotation_id, revision, ...given }) {
    const annotation = await found(call, annotation_id)
    assertRevision(annotation, revision)
    const before = { date: annotation.date, title: annotation.title, note: annotation.note }
    const after = {
      date: given.date ?? before.date,
      title: given.title ?? before.title,
      note: given.note === undefined ? before.note : (given.note ?? undefined),
    }
    return {
      summary: `Change the annotation “${before.title}” of ${before.date} on “${call.product.name}”.`,
      changes: diff(before, after),
      revision: annotation.revision,
      async commit() {
        const at = timestamp(call.clock.now())
        const result = await call.store.annotations.replace(call.product.id, annotation.id, after, at)
        return { result, subject: annotation.id }
      },
    }
  },
})

export const deleteAnnotation = defineProductWrite({
  name: 'dashboard_annotations_delete',
  method: 'DELETE',
  path: '/api/v1/products/{product}/annotations/{annotation_id}',
  title: 'Delete an annotation',
  description: 'Takes an annotation away. What was counted stays.',
  params: annotationParams,
  output: z.object({ id: AnnotationId, deleted: z.literal(true) }),
  destructive: true,
  async plan(call, { annotation_id }) {
    const { id, title, date, note, revision } = await found(call, annotation_id)
    return {
      summary: `Delete the annotation “${title}” of ${date} from “${call.product.name}”.`,
      changes: diff({ date, title, note }, {}),
      revision,
      async commit() {
        await call.store.annotations.remove(call.product.id, id)
        return { result: { id, deleted: true as const }, subject: id }
      },
    }
  },
})

async function found({ store, product }: ProductWriteCall, id: AnnotationId): Promise<Annotation> {
  const annotation = await store.annotations.find(product.id, id)
  if (annotation === undefined) throw new NotFound()
  return annotation
}
