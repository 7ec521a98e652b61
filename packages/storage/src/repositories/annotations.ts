import type { Annotation, AnnotationRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'

export function annotationRepository({ read, write }: Database): AnnotationRepository {
  return {
    async insert(product, annotation) {
      const { id, date, title, note, created_at, revision, updated_at } = annotation
      await inserted(
        write
          .insertInto('annotations')
          .values({ id, product_id: product, date, title, note: note ?? null, created_at, revision, updated_at })
          .execute(),
        'An annotation with this identifier already exists.',
      )
    },

    async list(product, range) {
      let query = read.selectFrom('annotations').selectAll().where('product_id', '=', product)
      if (range) query = query.where('date', '>=', range.from).where('date', '<=', range.to)
      return (await query.orderBy('date').orderBy('created_at').orderBy('id').execute()).map(toAnnotation)
    },
  }
}

function toAnnotation({ id, date, title, note, created_at, revision, updated_at }: Tables['annotations']): Annotation {
  return { id, date, title, ...(note !== null && { note }), created_at, revision, updated_at }
}
