import type { Funnel, FunnelRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'
import { notThere, revised } from './revised.ts'

export function funnelRepository({ read, write }: Database): FunnelRepository {
  return {
    async insert(product, funnel) {
      const { id, name, steps, window_minutes, created_at, revision, updated_at } = funnel
      await inserted(
        write
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

    async list(product, page) {
      const rows = await read
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
      const row = await read
        .selectFrom('funnels')
        .selectAll()
        .where('id', '=', id)
        .where('product_id', '=', product)
        .executeTakeFirst()
      return row && toFunnel(row)
    },

    async replace(product, id, { name, steps, window_minutes }, at) {
      const row = await write
        .updateTable('funnels')
        .set({ name, steps: JSON.stringify(steps), window_minutes, ...revised(at) })
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returningAll()
        .executeTakeFirstOrThrow(notThere)
      return toFunnel(row)
    },

    async remove(product, id) {
      await write
        .deleteFrom('funnels')
        .where('id', '=', id)
        .where('product_id', '=', product)
        .returning('id')
        .executeTakeFirstOrThrow(notThere)
    },

    async count(product) {
      const { funnels } = await read
        .selectFrom('funnels')
        .select((eb) => eb.fn.countAll<number>().as('funnels'))
        .where('product_id', '=', product)
        .executeTakeFirstOrThrow()
      return funnels
    },
  }
}

function toFunnel({ id, name, steps, window_minutes, created_at, revision, updated_at }: Tables['funnels']): Funnel {
  return { id, name, steps: JSON.parse(steps), window_minutes, created_at, revision, updated_at }
}
