import type { Annotation, AnnotationReader, AnnotationRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { inserted } from './inserted.ts'
import { notThere, revised } from './revised.ts'

export function annotationReader(executor: Executor): AnnotationReader {
  const { db } = executor
  return {
    async list(product, range) {
      let query = db.selectFrom('annotations').selectAll().where('product_id', '=', product)
      if (range) query = query.where('date', '>=', range.from).where('date', '<=', range.to)
      return (await query.orderBy('date').orderBy('created_at').orderBy('id').execute()).map(toAnnotation)
    },

    async find(product, id) {
      const row = await db
        .selectFrom('annotations')
        .selectAll()
        .where('id', '=', id)
        .where('product_id', '=', product)
        .executeTakeFirst()
      return row && toAnnotation(row)
    },

    async count(product) {
      const { annotations } = await db
        .selectFrom('annotations')
        .select((eb) => eb.fn.countAll<number>().as('annotations'))
        .where('product_id', '=', product)
        .executeTakeFirstOrThrow()
      return annotations
    },
  }
}

export function annotationRepository(executor: Executor): AnnotationRepository {
  const { db } = executor
  return {
    ...annotationReader(executor),

    async insert(product, annotation) {
      const { id, date, title, note, created_at, revision, updated_at } = annotation
      await inserted(
        db
          .insertInto('annotations')
          .values({ id, product_id: product, date, title, note: note ?? null, created_at, revision, updated_at })
          .execute(),
        'An annotation with this identifier already exists.',
      )
    },

    async replace(product, id, { date, title, note }, at) {
      const row = await db
        .updateTable('annotations')
        .set({ date, title, note: note ?? null, ...revised(at) })
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returningAll()
        .executeTakeFirstOrThrow(notThere)
      return toAnnotation(row)
    },

    async remove(product, id) {
      await db
        .deleteFrom('annotations')
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },
  }
}

function toAnnotation({ id, date, title, note, created_at, revision, updated_at }: Tables['annotations']): Annotation {
  return { id, date, title, ...(note !== null && { note }), created_at, revision, updated_at }
}
