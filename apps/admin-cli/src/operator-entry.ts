import { type AuditEntry, type AuditFacts, newAuditEntry, recordChange, type Transaction } from '@footfall/core-domain'
import type { World } from './world.ts'

type OperatorAct = Pick<AuditEntry, 'operation' | 'summary' | 'changes'> &
  Partial<Pick<AuditEntry, 'id' | 'product' | 'subject'>>

/** Records what an operator does at the command line, in the transaction that does it. */
export function recordOperatorAct(tx: Pick<Transaction, 'store'>, world: World, act: OperatorAct): Promise<void> {
  return recordChange(tx, world, factsOf(act))
}

/** An entry for those who make a change out of many transactions, and append it themselves. */
export function operatorEntry(world: World, act: OperatorAct): AuditEntry {
  return newAuditEntry(world, factsOf(act))
}

function factsOf(act: OperatorAct): AuditFacts {
  return {
    ...act,
    actor: { kind: 'operator', credential: undefined, account: undefined, lineage: [] },
    channel: 'cli',
  }
}
