import {
  DomainError,
  type ErrorCode,
  type FieldError,
  InsufficientScope,
  InvalidRequest,
  InvalidToken,
  MethodNotAllowed,
  RateLimited,
  RequestInProgress,
  ServiceUnavailable,
} from '@footfall/core-domain'

/** The one mapping from domain codes to HTTP; `satisfies` keeps it complete. */
const ON_THE_WIRE = {
  invalid_request: { status: 400, title: 'Invalid request' },
  idempotency_key_required: { status: 400, title: 'Idempotency key required' },
  invalid_token: { status: 401, title: 'Invalid credential' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  credential_not_accepted: { status: 403, title: 'Credential not accepted here' },
  role_forbidden: { status: 403, title: 'Role too low' },
  delegation_exceeded: { status: 403, title: 'Delegation exceeded' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  idempotency_conflict: { status: 409, title: 'Idempotency conflict' },
  request_in_progress: { status: 409, title: 'Request in progress' },
  outcome_unknown: { status: 409, title: 'Outcome unknown' },
  revision_conflict: { status: 409, title: 'Revision conflict' },
  already_exists: { status: 409, title: 'Already exists' },
  quota_exceeded: { status: 409, title: 'Quota exceeded' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  rate_limited: { status: 429, title: 'Rate limited' },
  internal_error: { status: 500, title: 'Internal error' },
  service_unavailable: { status: 503, title: 'Service unavailable' },
} as const satisfies Record<ErrorCode, { status: number; title: string }>

/** Statuses by code, for the OpenAPI document and the tests over the registry. */
export const PROBLEM_STATUS: Readonly<Record<ErrorCode, { status: number; title: string }>> = ON_THE_WIRE

/** RFC 9457 problem details, with our stable `code`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly request_id: string
  readonly errors?: readonly FieldError[]
}

export interface ProblemResponse {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>
}

/** Anything that is not a DomainError becomes `internal_error` and says nothing of itself. */
export function toProblem(error: unknown, requestId: string): ProblemResponse {
  const refusal = asDomainError(error)
  if (refusal === undefined) {
    return {
      problem: problem('internal_error', 'The service failed on this request; it has been logged.', requestId),
      headers: {},
    }
  }
  const body = problem(refusal.code, refusal.detail, requestId)
  return {
    problem: refusal instanceof InvalidRequest ? { ...body, errors: refusal.errors } : body,
    headers: headersOf(refusal),
  }
}

function problem(code: ErrorCode, detail: string, requestId: string): Problem {
  const { status, title } = ON_THE_WIRE[code]
  return { type: `urn:footfall:problem:${code}`, title, status, detail, code, request_id: requestId }
}

function headersOf(refusal: DomainError): Record<string, string> {
  if (refusal instanceof InvalidToken) {
    // RFC 6750 §3: a request without a credential gets a challenge without an error code.
    return { 'WWW-Authenticate': refusal.presented ? 'Bearer error="invalid_token"' : 'Bearer' }
  }
  if (refusal instanceof InsufficientScope) {
    return { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${refusal.required.join(' ')}"` }
  }
  if (refusal instanceof MethodNotAllowed) return { Allow: refusal.allow.join(', ') }
  if (refusal instanceof RateLimited || refusal instanceof RequestInProgress || refusal instanceof ServiceUnavailable) {
    return { 'Retry-After': String(refusal.retryAfterSeconds) }
  }
  return {}
}

/** Express refuses paths it cannot decode with a 400 of its own; that is the caller's input, not our bug. */
function asDomainError(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (error instanceof URIError)
    return new InvalidRequest([{ path: 'path', message: 'is not valid percent-encoded UTF-8' }])
  return undefined
}
