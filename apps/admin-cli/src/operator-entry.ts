import { type AuditEntry, newAuditEntry } from '@footfall/core-domain'
import type { World } from './world.ts'

/** An audit entry of what an operator did at the command line. */
export function operatorEntry(
  world: World,
  done: Pick<AuditEntry, 'operation' | 'summary' | 'changes'> & Partial<Pick<AuditEntry, 'id' | 'product' | 'subject'>>,
): AuditEntry {
  return newAuditEntry(world, {
    ...done,
    actor: { kind: 'operator', credential: undefined, account: undefined, lineage: [] },
    channel: 'cli',
  })
}
