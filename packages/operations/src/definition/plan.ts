import type { Transaction } from '@footfall/core-domain'
import type { Plan as KernelPlan } from '@footfall/kernel'

/** The plan of a write on the stores of the service. */
export type Plan<Result> = KernelPlan<Result, Transaction>
