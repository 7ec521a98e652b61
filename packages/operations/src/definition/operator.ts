import type { Clock, ProductId, Transaction } from '@footfall/core-domain'
import type { Done, Plan } from './plan.ts'

export interface OperatorCall<Tx extends Transaction> {
  readonly tx: Tx
  readonly clock: Clock
}

/** What a change would do, worked out in the transaction that then commits it. */
export interface OperatorPlan<Result> {
  readonly product?: ProductId
  /** One sentence for the audit log; what was counted while committing may be in it. */
  summary(result: Result): string
  commit(): Promise<Pick<Done<Result>, 'result' | 'subject'> & Pick<Plan<Result>, 'changes'>>
}

/**
 * A change that only an operator makes, at the command line. Whoever may run the program may make it, so it has neither
 * scope nor role; otherwise it is a plan like every write.
 */
export interface OperatorOperation<Input, Result, Tx extends Transaction = Transaction> {
  /** The command, as the audit log names it. */
  readonly name: string
  /** Answers undefined where there is nothing to change. */
  plan(call: OperatorCall<Tx>, input: Input): Promise<OperatorPlan<Result> | undefined>
}
