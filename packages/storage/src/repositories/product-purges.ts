import type { ProductPurgeRepository } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { insertRow, requireChange } from './rows.ts'

/** Taking a purge moves `due_at` to the end of its lease, so that it is due again if the process dies. */
export function productPurgeRepository({ dialect, db }: Executor): ProductPurgeRepository {
  return {
    enqueue(product, deletedAt) {
      const row = { product_id: product, deleted_at: deletedAt, due_at: deletedAt }
      return insertRow(db, 'product_purges', row, 'This product was deleted before.')
    },

    async take(now, leaseUntil, limit) {
      const rows = await db
        .with('due', (db) =>
          db
            .selectFrom('product_purges')
            .select('product_id')
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .orderBy('product_id')
            .limit(limit)
            .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked()),
        )
        .updateTable('product_purges')
        .set({ due_at: leaseUntil })
        .where('product_id', 'in', (eb) => eb.selectFrom('due').select('due.product_id'))
        .returning(['product_id', 'deleted_at'])
        .execute()
      // An update returns its rows in any order.
      return rows
        .map(({ product_id, deleted_at }) => ({ product: product_id, deleted_at }))
        .sort((a, b) => (a.deleted_at < b.deleted_at ? -1 : 1))
    },

    async postpone(product, until) {
      await requireChange(db.updateTable('product_purges').set({ due_at: until }).where('product_id', '=', product))
    },
  }
}
