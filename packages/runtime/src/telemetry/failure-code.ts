import { DomainError, type ErrorCode } from '@footfall/core-domain'

/** A refusal by its public code; anything else is a bug. */
export function failureCode(error: unknown): ErrorCode {
  return error instanceof DomainError ? error.code : 'internal_error'
}
