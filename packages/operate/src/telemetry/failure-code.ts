import { AskerGone, DomainError, type ErrorCode } from '@footfall/core-domain'

/** A refusal by its public code; work that was stopped because its asker has gone; anything else is a bug. */
export function failureCode(error: unknown): ErrorCode | 'asker_gone' {
  if (error instanceof AskerGone) return 'asker_gone'
  return error instanceof DomainError ? error.code : 'internal_error'
}
