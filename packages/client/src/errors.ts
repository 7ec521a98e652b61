import type { components } from './generated/schema.ts'

/** The codes of the service, by which errors are distinguished. */
export type ProblemCode = components['schemas']['Problem']['code']

/** The codes of errors that the client finds by itself. */
export type ClientCode =
  /** The connection failed, or no complete response came in time. A confirmed change may have been executed: confirm it again. */
  | 'no_response'
  /** The certificate of the server is not trusted. Nothing was sent. */
  | 'untrusted_certificate'
  /** The response is not one of the service. */
  | 'invalid_response'
  | 'response_too_large'
  /** The server answered with a redirect, which the client does not follow. */
  | 'redirected'
  /** An argument can not be sent, such as an empty id. Nothing was sent. */
  | 'invalid_argument'
  /** The kept idempotency key is so old that the service may have forgotten it. Nothing was sent. */
  | 'key_expired'
  /** Nobody has approved the change within the time that was waited for. */
  | 'still_awaiting_approval'
  /** The token endpoint rejected the identity; `oauthError` has its code. */
  | 'exchange_rejected'
  /** The person or the service did not allow the sign-in of a device; `oauthError` says why. */
  | 'sign_in_rejected'

export type ErrorCode = ProblemCode | ClientCode

export interface FieldError {
  readonly path: string
  readonly message: string
  readonly did_you_mean?: readonly string[]
}

export interface ErrorFacts {
  readonly status?: number | undefined
  readonly errors?: readonly FieldError[] | undefined
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly oauthError?: string | undefined
  readonly missingScope?: string | undefined
  readonly redirectedTo?: string | undefined
  readonly cause?: unknown
}

/** What went wrong, by its code. No text in it contains a secret. */
export class FootfallError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'FootfallError'
  readonly code: Code
  /** For people: it may change. */
  readonly detail: string
  /** Of the HTTP response; undefined where there was none. */
  readonly status: number | undefined
  /** The fields that were rejected. */
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined
  /** How long the service asked to wait, at most a day. */
  readonly retryAfterMs: number | undefined
  /** The code of the token endpoint, such as `invalid_scope`. */
  readonly oauthError: string | undefined
  /** The scope that the credential would need. */
  readonly missingScope: string | undefined
  /** The origin that a redirect leads to. */
  readonly redirectedTo: string | undefined
  /** The idempotency key of the confirmed change that failed. */
  readonly key: string | undefined

  constructor(code: Code, detail: string, facts: ErrorFacts = {}, key?: string) {
    super(`${code}: ${detail}`, facts.cause === undefined ? {} : { cause: facts.cause })
    this.code = code
    this.detail = detail
    this.status = facts.status
    this.errors = facts.errors ?? []
    this.requestId = facts.requestId
    this.retryAfterMs = facts.retryAfterMs
    this.oauthError = facts.oauthError
    this.missingScope = facts.missingScope
    this.redirectedTo = facts.redirectedTo
    this.key = key
  }
}

/** Whether an error is one of the client, and has one of these codes where any are given. */
export function isFootfallError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is FootfallError<Code> {
  return error instanceof FootfallError && (codes.length === 0 || codes.includes(error.code))
}

/** A copy of the error that names the key of the change. */
export function withKey(error: unknown, key: string): unknown {
  return error instanceof FootfallError ? new FootfallError(error.code, error.detail, error, key) : error
}

/** Text of a server, in which a credential that it repeats can not be read. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(jt|joa|jor|jk)_[0-9A-Za-z]{4,}/g, '$1_…')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, 'eyJ…')
    .slice(0, 2_000)
}

export const invalidArgument = (detail: string) => new FootfallError('invalid_argument', detail)
