import type { Funnel, FunnelRepository } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'
import { inserted } from './inserted.ts'
import { isAfter, pageLimit, toPage } from './keyset.ts'

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
  }
}

function toFunnel({ id, name, steps, window_minutes, created_at, revision, updated_at }: Tables['funnels']): Funnel {
  return { id, name, steps: JSON.parse(steps), window_minutes, created_at, revision, updated_at }
}
