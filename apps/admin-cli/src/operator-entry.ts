import { type AuditEntry, randomBase62, timestamp } from '@footfall/core-domain'
import type { World } from './world.ts'

/** An audit entry of what an operator did at the command line. */
export function operatorEntry(
  { clock, random }: World,
  done: Pick<AuditEntry, 'operation' | 'subject' | 'summary' | 'changes'>,
): AuditEntry {
  return {
    ...done,
    id: `aud_${randomBase62(random, 20)}`,
    at: timestamp(clock.now()),
    actor: { kind: 'operator', credential: undefined, account: undefined, lineage: [] },
    product: undefined,
    idempotency_key: undefined,
    channel: 'cli',
    address: undefined,
    request_id: undefined,
  }
}
