import type { AuditEntry } from './ports/audit.ts'
import type { Transaction } from './ports/store.ts'
import { type RandomSource, randomId } from './random.ts'
import { type Clock, timestamp } from './time/instant.ts'

/** The required fields of an entry; the others are absent unless given. */
export type AuditFacts = Pick<AuditEntry, 'actor' | 'operation' | 'summary' | 'changes' | 'channel'> &
  Partial<Omit<AuditEntry, 'at'>>

/** An audit entry of a change that happens now. It must hold no secret. */
export function newAuditEntry(
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  facts: AuditFacts,
): AuditEntry {
  return {
    id: randomId(random, 'aud'),
    at: timestamp(clock.now()),
    product: undefined,
    subject: undefined,
    idempotency_key: undefined,
    address: undefined,
    request_id: undefined,
    ...facts,
  }
}

/** Writes the audit entry of a change in the transaction of the change. */
export function recordChange(
  tx: Pick<Transaction, 'store'>,
  dependencies: { readonly clock: Clock; readonly random: RandomSource },
  facts: AuditFacts,
): Promise<void> {
  return tx.store.audit.append(newAuditEntry(dependencies, facts))
}
