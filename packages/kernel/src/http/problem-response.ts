import { InsufficientScope, InvalidRequest, InvalidToken, MethodNotAllowed, PublicError } from '@footfall/core-domain'
import { type Problem, type Problems, waitingHeaders } from '../problem.ts'

export interface ProblemResponse {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
  /** What was thrown, for the log. */
  readonly error: unknown
}

/** The HTTP response to an error: the problem and its headers. */
export function problemResponse(
  error: unknown,
  requestId: string,
  problems: Pick<Problems, 'problemOf'>,
): ProblemResponse {
  const publicError = asPublicError(error)
  return {
    problem: problems.problemOf(publicError ?? error, requestId),
    headers: publicError === undefined ? {} : headersOf(publicError),
    error: publicError ?? error,
  }
}

function headersOf(publicError: PublicError): Readonly<Record<string, string>> {
  if (publicError instanceof InvalidToken) {
    // RFC 6750 §3: a request without a credential gets a challenge without an error code.
    return { 'WWW-Authenticate': publicError.presented ? 'Bearer error="invalid_token"' : 'Bearer' }
  }
  if (publicError instanceof InsufficientScope) {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${publicError.required.join(' ')}"` }
  }
  if (publicError instanceof MethodNotAllowed) return { Allow: publicError.allow.join(', ') }
  return waitingHeaders(publicError)
}

/** Express throws a `URIError` for a path that it cannot decode: invalid input, not a bug. */
function asPublicError(error: unknown): PublicError | undefined {
  if (error instanceof PublicError) return error
  if (error instanceof URIError)
    return new InvalidRequest([{ path: 'path', message: 'is not valid percent-encoded UTF-8' }])
  return undefined
}
