import { Annotation, AnnotationId, existing, LocalDate } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'

export const fields = {
  date: LocalDate.meta({ description: 'Its day in the product’s time zone, YYYY-MM-DD.' }),
  title: Annotation.shape.title.meta({ description: 'What happened, in a few words.' }),
  note: Annotation.shape.note.meta({ description: 'More about it.' }),
  category: Annotation.shape.category,
  color: Annotation.shape.color,
}

export const annotationParams = { annotation_id: AnnotationId }

export async function found({ store, product }: ProductWriteCall, id: AnnotationId): Promise<Annotation> {
  return existing(await store.annotations.find(product.id, id))
}

/** An annotation as a shared link shows it: what a chart needs. Notes are written for the people of the product. */
export function annotationForLink(annotation: Annotation): Annotation {
  const { id, date, title, category, color, created_at, revision, updated_at } = annotation
  const chosen = { ...(category !== undefined && { category }), ...(color !== undefined && { color }) }
  return { id, date, title, ...chosen, created_at, revision, updated_at }
}
