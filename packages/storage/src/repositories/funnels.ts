import type { Funnel, FunnelReader, FunnelRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { oldestFirst } from './keyset.ts'
import { countRows, deleteInProduct, insertRow, isInProduct, notFound, revised } from './rows.ts'

export function funnelReader({ db }: Executor): FunnelReader {
  return {
    list: (product, page) =>
      oldestFirst(db.selectFrom('funnels').selectAll().where('product_id', '=', product), 'funnels', page, toFunnel),

    async find(product, id) {
      const row = await db.selectFrom('funnels').selectAll().where(isInProduct(product, id)).executeTakeFirst()
      return row && toFunnel(row)
    },

    count: (product) => countRows(db.selectFrom('funnels').where('product_id', '=', product)),
  }
}

export function funnelRepository(executor: Executor): FunnelRepository {
  const { db } = executor
  return {
    ...funnelReader(executor),

    insert(product, { steps, ...funnel }) {
      const row = { ...funnel, product_id: product, steps: JSON.stringify(steps) }
      return insertRow(db, 'funnels', row, 'A funnel with this identifier already exists.')
    },

    async replace(product, id, { name, steps, window_minutes }, at) {
      const row = await db
        .updateTable('funnels')
        .set({ name, steps: JSON.stringify(steps), window_minutes, ...revised(at) })
        .where(isInProduct(product, id))
        .returningAll()
        .executeTakeFirstOrThrow(notFound)
      return toFunnel(row)
    },

    remove: (product, id) => deleteInProduct(db, 'funnels', product, id),
  }
}

function toFunnel({ id, name, steps, window_minutes, created_at, revision, updated_at }: Tables['funnels']): Funnel {
  return { id, name, steps: JSON.parse(steps), window_minutes, created_at, revision, updated_at }
}
