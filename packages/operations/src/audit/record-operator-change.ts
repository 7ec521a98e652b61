import {
  type AuditFacts,
  type AuditTransaction,
  type Clock,
  type RandomSource,
  recordChange,
} from '@footfall/core-domain'

/** What an operator changes at the command line. */
export type OperatorChange = Pick<AuditFacts, 'operation' | 'summary' | 'changes'> &
  Partial<Pick<AuditFacts, 'id' | 'product' | 'subject'>>

/** Records a change by an operator in the transaction that makes it. */
export function recordOperatorChange(
  tx: AuditTransaction,
  dependencies: { readonly clock: Clock; readonly random: RandomSource },
  change: OperatorChange,
): Promise<void> {
  return recordChange(tx, dependencies, {
    ...change,
    actor: { kind: 'operator', credential: undefined, account: undefined, lineage: [] },
    channel: 'cli',
  })
}
