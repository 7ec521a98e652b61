import { ERROR_CODES, type ErrorCode } from '@footfall/core-domain'
import {
  COMMON_CODES,
  type CodeMeaning,
  createProblems,
  type Problem as KernelProblem,
  type Problems,
  problemSchema,
} from '@footfall/kernel'

/** Status and title by code; `satisfies` keeps it complete. */
export const PROBLEM_STATUS = {
  ...COMMON_CODES,
  identity_off: { status: 400, title: 'Visitors are not identified' },
  reauthentication_required: { status: 403, title: 'Sign in again' },
  second_factor_required: { status: 403, title: 'Second factor required' },
  approval_declined: { status: 409, title: 'Not approved' },
  approval_decided: { status: 409, title: 'Decided before' },
  delegation_exceeded: { status: 403, title: 'Delegation exceeded' },
} as const satisfies Record<ErrorCode, CodeMeaning>

/** RFC 9457 problem details, as Footfall answers them. */
export const Problem = problemSchema(ERROR_CODES)
export type Problem = KernelProblem<ErrorCode>

export const PROBLEMS: Problems<ErrorCode> = { ...createProblems('footfall', PROBLEM_STATUS), schema: Problem }

export function problemOf(error: unknown, requestId: string): Problem {
  return PROBLEMS.problemOf(error, requestId)
}
