import {
  type ErrorCode,
  InvalidRequest,
  NotFound,
  PublicError,
  RateLimited,
  RequestInProgress,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { z } from 'zod'
import { rateLimitHeaders } from './rate-limit-headers.ts'

/** What a code is on every channel. */
export interface CodeMeaning {
  readonly status: number
  readonly title: string
}

/** The errors that every host can return. */
export const COMMON_CODES = {
  invalid_request: { status: 400, title: 'Invalid request' },
  idempotency_key_required: { status: 400, title: 'Idempotency key required' },
  invalid_token: { status: 401, title: 'Invalid credential' },
  insufficient_scope: { status: 403, title: 'Insufficient scope' },
  credential_not_accepted: { status: 403, title: 'Credential not accepted here' },
  role_forbidden: { status: 403, title: 'Not allowed for this role' },
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
} as const satisfies Partial<Record<ErrorCode, CodeMeaning>>

/** RFC 9457 problem details with a stable `code`: the form of errors on every channel. */
export interface Problem<Code extends string = string> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
  readonly request_id: string
  readonly errors?: readonly {
    readonly path: string
    readonly message: string
    readonly did_you_mean?: readonly string[] | undefined
  }[]
}

/** The problem details of one host. */
export interface Problems<Code extends string = string> {
  /** A problem as JSON, for documents and output schemas. */
  readonly schema: z.ZodObject
  meaningOf(code: string): CodeMeaning
  /** An error without one of these codes becomes `internal_error`, without its message. */
  problemOf(error: unknown, requestId: string): Problem<Code | 'internal_error'>
}

type Meanings<Code extends string> = Readonly<Record<Code | 'internal_error', CodeMeaning>>

/** Problems of these codes, whose `type` is `urn:NAME:problem:CODE`. */
export function createProblems<Code extends string>(name: string, codes: Meanings<Code>): Problems<Code> {
  const isKnown = (code: string): code is Code => Object.hasOwn(codes, code)
  const meanings: ReadonlyMap<string, CodeMeaning> = new Map(Object.entries(codes))
  const problem = (code: Code | 'internal_error', detail: string, requestId: string) => {
    const { status, title } = codes[code]
    return { type: `urn:${name}:problem:${code}`, title, status, detail, code, request_id: requestId }
  }
  return {
    schema: problemSchema([...meanings.keys()]),
    meaningOf: (code) => meanings.get(code) ?? codes.internal_error,
    problemOf(error, requestId) {
      if (!(error instanceof PublicError) || !isKnown(error.code))
        return problem('internal_error', 'The service failed on this request; it has been logged.', requestId)
      const body = problem(error.code, error.detail, requestId)
      const errors = error instanceof InvalidRequest || error instanceof NotFound ? error.errors : undefined
      return errors === undefined || (error instanceof NotFound && errors.length === 0) ? body : { ...body, errors }
    },
  }
}

export function problemSchema<const Code extends string>(codes: readonly Code[]) {
  return z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(codes),
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
}

/** When to retry, for errors that pass with time; for a rate limit, also its state. */
export function waitingHeaders(error: unknown): Readonly<Record<string, string>> {
  if (error instanceof RateLimited)
    return { 'Retry-After': String(error.retryAfterSeconds), ...Object.fromEntries(rateLimitHeaders(error.policies)) }
  return error instanceof RequestInProgress || error instanceof ServiceUnavailable
    ? { 'Retry-After': String(error.retryAfterSeconds) }
    : {}
}
