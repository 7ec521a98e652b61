import type { VisitorErasureRepository, VisitorKeyReader, VisitorKeyRepository } from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'
import { turnOf } from './product-owner.ts'

export function visitorKeyReader({ db }: Pick<Executor, 'db'>): VisitorKeyReader {
  return {
    async find(product) {
      const row = await db
        .selectFrom('visitor_keys')
        .select('key_hex')
        .where('product_id', '=', product)
        .executeTakeFirst()
      return row && keyOf(row.key_hex)
    },
  }
}

/** A key as it is stored. */
export function keyOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

export function visitorKeyRepository(executor: Executor): VisitorKeyRepository {
  const { db } = executor
  return {
    ...visitorKeyReader(executor),

    async create(product, key, at) {
      await db
        .insertInto('visitor_keys')
        .values({ product_id: product, key_hex: Buffer.from(key).toString('hex'), created_at: at })
        .onConflict((conflict) => conflict.column('product_id').doNothing())
        .execute()
    },

    async destroy(product) {
      await db.deleteFrom('visitor_keys').where('product_id', '=', product).execute()
    },
  }
}

/** Taking an erasure moves `due_at` to the end of its lease, so that it is due again if the process dies. */
export function visitorErasureRepository({ dialect, db }: Executor): VisitorErasureRepository {
  return {
    async enqueue({ product, visitor, asked_at }) {
      await db
        .insertInto('visitor_erasures')
        .values({ product_id: product, visitor, asked_at, due_at: asked_at })
        .onConflict((conflict) =>
          conflict.columns(['product_id', 'visitor']).doUpdateSet({ asked_at, due_at: asked_at }),
        )
        .execute()
    },

    async take(now, leaseUntil, after) {
      const turn = turnOf('visitor_erasures')
      const due = await db
        .selectFrom('visitor_erasures')
        .select(['product_id', 'visitor', 'asked_at', turn.as('turn')])
        .where('due_at', '<=', now)
        .$if(after !== undefined, (query) =>
          query.orderBy(sql`case when ${turn} > ${after} then 0 else 1 end`).orderBy(turn),
        )
        .orderBy('due_at')
        .orderBy('visitor')
        .limit(1)
        .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
        .executeTakeFirst()
      if (due === undefined) return undefined
      const { product_id: product, visitor, asked_at } = due
      await db
        .updateTable('visitor_erasures')
        .set({ due_at: leaseUntil })
        .where('product_id', '=', product)
        .where('visitor', '=', visitor)
        .execute()
      return { product, visitor, asked_at, turn: due.turn }
    },

    async postpone({ product, visitor, asked_at }, until) {
      await db
        .updateTable('visitor_erasures')
        .set({ due_at: until })
        .where('product_id', '=', product)
        .where('visitor', '=', visitor)
        .where('asked_at', '=', asked_at)
        .execute()
    },

    async finish({ product, visitor, asked_at }) {
      await db
        .deleteFrom('visitor_erasures')
        .where('product_id', '=', product)
        .where('visitor', '=', visitor)
        .where('asked_at', '=', asked_at)
        .execute()
    },
  }
}
