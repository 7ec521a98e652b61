import {
  DomainError,
  ERROR_CODES,
  type ErrorCode,
  InvalidRequest,
  RateLimited,
  RequestInProgress,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { z } from 'zod'
import { rateLimitHeaders } from './admission.ts'

/** The one mapping from codes to statuses and titles, for every channel; `satisfies` keeps it complete. */
const BY_CODE = {
  invalid_request: { status: 400, title: 'Invalid request' },
  identity_off: { status: 400, title: 'Visitors are not identified' },
  idempotency_key_required: { status: 400, title: 'Idempotency key required' },
  invalid_token: { status: 401, title: 'Invalid credential' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  credential_not_accepted: { status: 403, title: 'Credential not accepted here' },
  role_forbidden: { status: 403, title: 'Not allowed for this role' },
  reauthentication_required: { status: 403, title: 'Sign in again' },
  second_factor_required: { status: 403, title: 'Second factor required' },
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

/** Status and title by code. */
export const PROBLEM_STATUS: Readonly<Record<ErrorCode, { status: number; title: string }>> = BY_CODE

/** RFC 9457 problem details, with our stable `code`: the one object that refusals are on every channel. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(ERROR_CODES),
  request_id: z.string(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        did_you_mean: z
          .array(z.string())
          .optional()
          .meta({ description: 'Up to three known names or values near to what was given, best first.' }),
      }),
    )
    .optional(),
})
export type Problem = z.infer<typeof Problem>

/** Anything that is not a DomainError becomes `internal_error` and says nothing of itself. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (!(error instanceof DomainError)) {
    return problem('internal_error', 'The service failed on this request; it has been logged.', requestId)
  }
  const body = problem(error.code, error.detail, requestId)
  return error instanceof InvalidRequest
    ? {
        ...body,
        errors: error.errors.map(({ did_you_mean: near, ...field }) => ({
          ...field,
          ...(near ? { did_you_mean: [...near] } : {}),
        })),
      }
    : body
}

/** When to come back, for the refusals that time alone may lift; for a limit also how much there is of it. */
export function waitingHeaders(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof RateLimited)
    return { 'Retry-After': String(error.retryAfterSeconds), ...Object.fromEntries(rateLimitHeaders(error.policies)) }
  return error instanceof RequestInProgress || error instanceof ServiceUnavailable
    ? { 'Retry-After': String(error.retryAfterSeconds) }
    : {}
}

function problem(code: ErrorCode, detail: string, requestId: string): Problem {
  const { status, title } = BY_CODE[code]
  return { type: `urn:footfall:problem:${code}`, title, status, detail, code, request_id: requestId }
}
