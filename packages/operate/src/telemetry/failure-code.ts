import { CallerGone, DomainError, type ErrorCode } from '@footfall/core-domain'

/** The public code of a domain error; `asker_gone` for work that its caller cancelled; anything else is a bug. */
export function failureCode(error: unknown): ErrorCode | 'asker_gone' {
  if (error instanceof CallerGone) return 'asker_gone'
  return error instanceof DomainError ? error.code : 'internal_error'
}
