import { type ProblemResponse, problemResponse } from '@footfall/kernel'
import { PROBLEMS } from './problem.ts'

/** The HTTP response to an error of Footfall: the problem and its headers. */
export const toProblem = (error: unknown, requestId: string): ProblemResponse =>
  problemResponse(error, requestId, PROBLEMS)
