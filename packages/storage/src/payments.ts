import {
  NotFound,
  type PaymentLedger,
  type ProductId,
  type ProductKeyId,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Database } from './connections/database.ts'
import { isConflict, isForeignKeyViolation } from './connections/failures.ts'
import { isOfEnabledAccount } from './repositories/enabled-account.ts'

/** The primary key decides which caller claims a payment id; the others read that claim. */
export function paymentLedger(database: Database): PaymentLedger {
  const { write } = database
  return {
    async claim(product, paymentId, fingerprint, at, key) {
      const claimed = await write
        .insertInto('payment_ledger')
        .columns(['product_id', 'payment_id', 'fingerprint', 'status', 'claimed_at'])
        .expression(
          activeKey(database, product, key).select([
            'product_id',
            sql<string>`${paymentId}`.as('payment_id'),
            sql<string>`${fingerprint}`.as('fingerprint'),
            sql<'claimed'>`'claimed'`.as('status'),
            sql<typeof at>`${at}`.as('claimed_at'),
          ]),
        )
        .onConflict((conflict) => conflict.columns(['product_id', 'payment_id']).doNothing())
        .returning('payment_id')
        .executeTakeFirst()
        .catch((error: unknown) => {
          // The product was deleted after its key was authenticated.
          if (isForeignKeyViolation(error)) throw new NotFound()
          throw isConflict(error) ? new ServiceUnavailable(error, 1) : error
        })
      if (claimed) return { state: 'claimed' }
      if (!(await activeKey(database, product, key).select('id').executeTakeFirst())) return { state: 'key_ended' }

      const known = await write
        .selectFrom('payment_ledger')
        .select(['fingerprint', 'status', 'claimed_at'])
        .where('product_id', '=', product)
        .where('payment_id', '=', paymentId)
        .executeTakeFirstOrThrow()
      if (known.fingerprint !== fingerprint) return { state: 'different' }
      return known.status === 'completed'
        ? { state: 'recorded' }
        : { state: 'unfinished', claimed_at: known.claimed_at }
    },

    async complete(product, paymentId) {
      await write
        .updateTable('payment_ledger')
        .set({ status: 'completed' })
        .where('product_id', '=', product)
        .where('payment_id', '=', paymentId)
        .execute()
    },
  }
}

/**
 * The key, if it is active and its issuer is not disabled. PostgreSQL locks its row until the statement has committed, so
 * that a claim commits before its key ends or is rejected.
 */
function activeKey({ dialect, write }: Database, product: ProductId, key: ProductKeyId) {
  const query = write
    .selectFrom('product_keys')
    .where('id', '=', key)
    .where('product_id', '=', product)
    .where('status', '=', 'active')
    .where(isOfEnabledAccount('product_keys.issuer_account_id'))
  return dialect === 'postgres' ? query.forShare() : query
}
