import { NotFound, type PaymentLedger } from '@footfall/core-domain'
import type { Database } from './connections/database.ts'
import { isForeignKeyViolation } from './connections/failures.ts'

/** The primary key decides which caller claims a payment id; every other reads what that one left. */
export function paymentLedger({ write }: Database): PaymentLedger {
  return {
    async claim(product, paymentId, fingerprint, at) {
      const claimed = await write
        .insertInto('payment_ledger')
        .values({ product_id: product, payment_id: paymentId, fingerprint, status: 'claimed', claimed_at: at })
        .onConflict((conflict) => conflict.columns(['product_id', 'payment_id']).doNothing())
        .returning('payment_id')
        .executeTakeFirst()
        .catch((error: unknown) => {
          // The product was deleted since its key was let in.
          throw isForeignKeyViolation(error) ? new NotFound() : error
        })
      if (claimed) return { state: 'claimed' }

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
