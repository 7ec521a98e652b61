import { Annotation, AnnotationId, LocalDate, NotFound } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'

export const fields = {
  date: LocalDate.meta({ description: 'Its day in the product’s time zone, YYYY-MM-DD.' }),
  title: Annotation.shape.title,
  note: Annotation.shape.note,
}

export const annotationParams = { annotation_id: AnnotationId }

export async function found({ store, product }: ProductWriteCall, id: AnnotationId): Promise<Annotation> {
  const annotation = await store.annotations.find(product.id, id)
  if (annotation === undefined) throw new NotFound()
  return annotation
}
