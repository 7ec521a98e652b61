import type { Clock, ProductId, RandomSource, Transaction } from '@footfall/core-domain'
import type { Done } from '@footfall/kernel'
import type { Plan } from './plan.ts'

export interface OperatorCall<Tx extends Transaction> {
  readonly tx: Tx
  readonly clock: Clock
  readonly random: RandomSource
}

/** What a change does, computed in the transaction that then commits it. */
export interface OperatorPlan<Result> {
  readonly product?: ProductId
  /** Id of the audit entry where it follows from the change, so that the change is recorded once; random otherwise. */
  readonly entryId?: string
  /** One sentence for the audit log. It may name what the commit returned, such as a count. */
  summary(result: Result): string
  /** Returns undefined if there was nothing to change. */
  commit(): Promise<(Pick<Done<Result>, 'result' | 'subject'> & Pick<Plan<Result>, 'changes'>) | undefined>
}

/**
 * A change that only an operator makes, at the command line. Everyone who may run the program may make it, so it has
 * neither scope nor role; otherwise it is a plan like every write.
 */
export interface OperatorOperation<Input, Result, Tx extends Transaction = Transaction> {
  /** The command, as the audit log names it. */
  readonly name: string
  /** Returns undefined if there is nothing to change. */
  plan(call: OperatorCall<Tx>, input: Input): Promise<OperatorPlan<Result> | undefined>
}
