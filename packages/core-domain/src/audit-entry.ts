import type { AuditEntry, AuditRepository } from './ports/audit.ts'
import { type RandomSource, randomId } from './random.ts'
import { type Clock, timestamp } from './time/instant.ts'

/** The facts of an audit entry. Optional ones are absent where they do not apply. No secret may be among them. */
export type AuditFacts = Pick<AuditEntry, 'actor' | 'operation' | 'summary' | 'changes' | 'channel'> &
  Partial<Omit<AuditEntry, 'at'>>

/** The audit log, as a transaction offers it. */
export interface AuditTransaction {
  readonly store: { readonly audit: Pick<AuditRepository, 'append'> }
}

/**
 * Records a change in the transaction that makes it, so that neither commits without the other. Every audit entry is made
 * here.
 */
export function recordChange(
  tx: AuditTransaction,
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  facts: AuditFacts,
): Promise<void> {
  return tx.store.audit.append({
    id: randomId(random, 'aud'),
    at: timestamp(clock.now()),
    product: undefined,
    subject: undefined,
    idempotency_key: undefined,
    address: undefined,
    request_id: undefined,
    ...facts,
  })
}
