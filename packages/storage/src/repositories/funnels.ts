import type { Funnel, FunnelReader, FunnelRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import type { Tables } from '../tables/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'
import { notThere, revised } from './revised.ts'

export function funnelReader(executor: Executor): FunnelReader {
  const { db } = executor
  return {
    async list(product, page) {
      const rows = await db
        .selectFrom('funnels')
        .selectAll()
        .where('product_id', '=', product)
        .where(isAfter('funnels', page.after))
        .orderBy('created_at')
        .orderBy('id')
        .limit(pageLimit(page))
        .execute()
      return toPage(rows, page, toFunnel)
    },

    async find(product, id) {
      const row = await db
        .selectFrom('funnels')
        .selectAll()
        .where('id', '=', id)
        .where('product_id', '=', product)
        .executeTakeFirst()
      return row && toFunnel(row)
    },

    async count(product) {
      const { funnels } = await db
        .selectFrom('funnels')
        .select((eb) => eb.fn.countAll<number>().as('funnels'))
        .where('product_id', '=', product)
        .executeTakeFirstOrThrow()
      return funnels
    },
  }
}

export function funnelRepository(executor: Executor): FunnelRepository {
  const { db } = executor
  return {
    ...funnelReader(executor),

    async insert(product, funnel) {
      const { id, name, steps, window_minutes, created_at, revision, updated_at } = funnel
      await inserted(
        db
          .insertInto('funnels')
          .values({
            id,
            product_id: product,
            name,
            steps: JSON.stringify(steps),
            window_minutes,
            created_at,
            revision,
            updated_at,
          })
          .execute(),
        'A funnel with this identifier already exists.',
      )
    },

    async replace(product, id, { name, steps, window_minutes }, at) {
      const row = await db
        .updateTable('funnels')
        .set({ name, steps: JSON.stringify(steps), window_minutes, ...revised(at) })
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returningAll()
        .executeTakeFirstOrThrow(notThere)
      return toFunnel(row)
    },

    async remove(product, id) {
      await db
        .deleteFrom('funnels')
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },
  }
}

function toFunnel({ id, name, steps, window_minutes, created_at, revision, updated_at }: Tables['funnels']): Funnel {
  return { id, name, steps: JSON.parse(steps), window_minutes, created_at, revision, updated_at }
}
