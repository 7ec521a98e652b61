import type { Annotation, AnnotationReader, AnnotationRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { countRows, deleteInProduct, insertRow, isInProduct, notFound, revised } from './rows.ts'

export function annotationReader({ db }: Executor): AnnotationReader {
  return {
    async list(product, range) {
      let query = db.selectFrom('annotations').selectAll().where('product_id', '=', product)
      if (range) query = query.where('date', '>=', range.from).where('date', '<=', range.to)
      return (await query.orderBy('date').orderBy('created_at').orderBy('id').execute()).map(toAnnotation)
    },

    async find(product, id) {
      const row = await db.selectFrom('annotations').selectAll().where(isInProduct(product, id)).executeTakeFirst()
      return row && toAnnotation(row)
    },

    count: (product) => countRows(db.selectFrom('annotations').where('product_id', '=', product)),
  }
}

export function annotationRepository(executor: Executor): AnnotationRepository {
  const { db } = executor
  return {
    ...annotationReader(executor),

    insert(product, { note, category, color, ...annotation }) {
      const row = { ...annotation, product_id: product, ...nullable({ note, category, color }) }
      return insertRow(db, 'annotations', row, 'An annotation with this identifier already exists.')
    },

    async replace(product, id, { date, title, ...optional }, at) {
      const row = await db
        .updateTable('annotations')
        .set({ date, title, ...nullable(optional), ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toAnnotation(row)
    },

    remove: (product, id) => deleteInProduct(db, 'annotations', product, id),
  }
}

function nullable({ note, category, color }: Pick<Annotation, 'note' | 'category' | 'color'>) {
  return { note: note ?? null, category: category ?? null, color: color ?? null }
}

function toAnnotation(row: Tables['annotations']): Annotation {
  const { id, date, title, note, category, color, created_at, revision, updated_at } = row
  return {
    id,
    date,
    title,
    ...(note !== null && { note }),
    ...(category !== null && { category }),
    ...(color !== null && { color }),
    created_at,
    revision,
    updated_at,
  }
}
