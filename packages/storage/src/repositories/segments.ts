import type { Segment, SegmentReader, SegmentRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { countRows, deleteInProduct, insertRow, isInProduct, notFound, revised } from './rows.ts'

export function segmentReader({ db }: Executor): SegmentReader {
  return {
    async list(product) {
      const ofProduct = db.selectFrom('segments').selectAll().where('product_id', '=', product)
      return (await ofProduct.orderBy('created_at').orderBy('id').execute()).map(toSegment)
    },

    async find(product, id) {
      const row = await db.selectFrom('segments').selectAll().where(isInProduct(product, id)).executeTakeFirst()
      return row && toSegment(row)
    },

    count: (product) => countRows(db.selectFrom('segments').where('product_id', '=', product)),
  }
}

export function segmentRepository(executor: Executor): SegmentRepository {
  const { db } = executor
  return {
    ...segmentReader(executor),

    insert(product, { filters, ...segment }) {
      const row = { ...segment, product_id: product, filters: JSON.stringify(filters) }
      return insertRow(db, 'segments', row, 'A segment with this identifier already exists.')
    },

    async replace(product, id, { name, filters }, at) {
      const row = await db
        .updateTable('segments')
        .set({ name, filters: JSON.stringify(filters), ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toSegment(row)
    },

    remove: (product, id) => deleteInProduct(db, 'segments', product, id),
  }
}

function toSegment({ id, name, filters, created_at, revision, updated_at }: Tables['segments']): Segment {
  return { id, name, filters: JSON.parse(filters), created_at, revision, updated_at }
}
