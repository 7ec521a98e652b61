import { type ProblemResponse, problemResponse } from '@footfall/kernel'
import { PROBLEMS } from './problem.ts'

/** The HTTP response of a refusal by Footfall: the problem and its headers. */
export const toProblem = (error: unknown, requestId: string): ProblemResponse =>
  problemResponse(error, requestId, PROBLEMS)
