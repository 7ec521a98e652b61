import {
  type Clock,
  type RandomSource,
  recordChange,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { OperatorOperation } from './definition/operator.ts'

/** What the command line brings along. */
export interface OperatorServices<Tx extends Transaction> {
  readonly store: Pick<TransactionalStore<Tx>, 'transaction'>
  readonly clock: Clock
  readonly random: RandomSource
}

/**
 * The way in for an operator: the plan, its commit and its audit entry are one transaction. Answers undefined where there
 * was nothing to change; then nothing is written.
 */
export function executeForOperator<Input, Result, Tx extends Transaction>(
  { name, plan }: OperatorOperation<Input, Result, Tx>,
  input: Input,
  { store, clock, random }: OperatorServices<Tx>,
): Promise<Result | undefined> {
  return store.transaction(async (tx) => {
    const planned = await plan({ tx, clock }, input)
    if (planned === undefined) return undefined
    const { result, subject, changes } = await planned.commit()
    const summary = planned.summary(result)
    const { product } = planned
    const actor = { kind: 'operator', credential: undefined, account: undefined, lineage: [] } as const
    await recordChange(
      tx,
      { clock, random },
      { actor, operation: name, product, subject, summary, changes, channel: 'cli' },
    )
    return result
  })
}
