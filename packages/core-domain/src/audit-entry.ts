import type { AuditEntry } from './ports/audit.ts'
import type { Transaction } from './ports/store.ts'
import { type RandomSource, randomBase62 } from './random.ts'
import { type Clock, timestamp } from './time/instant.ts'

const ID_LENGTH = 20

/** What every entry says; the rest is absent unless it is given. */
export type AuditFacts = Pick<AuditEntry, 'actor' | 'operation' | 'summary' | 'changes' | 'channel'> &
  Partial<Omit<AuditEntry, 'at'>>

/** An audit entry of something that happens now. It must hold no secret. */
export function newAuditEntry(
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  facts: AuditFacts,
): AuditEntry {
  return {
    id: `aud_${randomBase62(random, ID_LENGTH)}`,
    at: timestamp(clock.now()),
    product: undefined,
    subject: undefined,
    idempotency_key: undefined,
    address: undefined,
    request_id: undefined,
    ...facts,
  }
}

/** Records a change in the transaction that makes it, so that neither is committed without the other. */
export function recordChange(
  tx: Pick<Transaction, 'store'>,
  world: { readonly clock: Clock; readonly random: RandomSource },
  facts: AuditFacts,
): Promise<void> {
  return tx.store.audit.append(newAuditEntry(world, facts))
}
