import type { Transaction } from '@footfall/core-domain'
import type { Resolution } from '@footfall/idempotency'
import type { OperatorOperation } from '../../definition/operator.ts'

interface ResolvedRequest {
  readonly operation: string
  readonly owner: string
  readonly key: string
}

/** What this operation needs of a transaction beyond the control data. */
interface ResolvingTransaction extends Transaction {
  readonly idempotency: {
    /** Throws `NotFound`, and `DomainError` for a record that is not blocked. */
    resolve(id: string, resolution: Resolution, atMs: number): Promise<ResolvedRequest>
  }
}

/** Decides a confirmed write whose outcome is unknown. */
export const resolveIdempotencyRecord: OperatorOperation<
  { readonly id: string; readonly as: Resolution },
  ResolvedRequest,
  ResolvingTransaction
> = {
  name: 'idempotency resolve',
  async plan({ tx, clock }, { id, as }) {
    return {
      summary: ({ operation, key, owner }) => `Resolve ${operation} under the key ${key} of ${owner} as ${as}.`,
      async commit() {
        const result = await tx.idempotency.resolve(id, as, clock.now())
        return { result, subject: id, changes: [{ path: 'state', from: 'executing', to: as }] }
      },
    }
  },
}
