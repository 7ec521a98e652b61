import type { Transaction } from '@footfall/core-domain'
import type { Plan as KernelPlan } from '../kernel/plan.ts'

export { type Change, created, type Done, diff, ExecutedMeta, executedOf, Preview } from '../kernel/plan.ts'
/** The plan of a write on the stores of the service. */
export type Plan<Result> = KernelPlan<Result, Transaction>
