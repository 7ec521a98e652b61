import type { Clock, RandomSource, Transaction, TransactionalStore } from '@footfall/core-domain'
import { recordOperatorChange } from '../audit/record-operator-change.ts'
import type { OperatorOperation } from '../definition/operator.ts'

export interface OperatorServices<Tx extends Transaction> {
  readonly store: Pick<TransactionalStore<Tx>, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * Executes a change by an operator: plan, commit and audit entry are one transaction. Returns undefined if there was
 * nothing to change; then nothing is written.
 */
export function executeForOperator<Input, Result, Tx extends Transaction>(
  { name, plan }: OperatorOperation<Input, Result, Tx>,
  input: Input,
  { store, clock, random }: OperatorServices<Tx>,
): Promise<Result | undefined> {
  return store.transaction(async (tx) => {
    const planned = await plan({ tx, clock, random }, input)
    const done = await planned?.commit()
    if (planned === undefined || done === undefined) return undefined
    const { result, subject, changes } = done
    const { product, entryId } = planned
    const summary = planned.summary(result)
    const id = entryId === undefined ? {} : { id: entryId }
    await recordOperatorChange(tx, { clock, random }, { ...id, operation: name, product, subject, summary, changes })
    return result
  })
}
