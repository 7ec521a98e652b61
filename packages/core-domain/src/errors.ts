import type { PolicyState } from './ports/rate-limiter.ts'

/** Codes of errors. They are public: clients match on them. Only adapters know the HTTP status of each. */
export const ERROR_CODES = [
  'invalid_request',
  'identity_off',
  'idempotency_key_required',
  'invalid_token',
  'insufficient_scope',
  'credential_not_accepted',
  'role_forbidden',
  'reauthentication_required',
  'second_factor_required',
  'delegation_exceeded',
  'not_found',
  'method_not_allowed',
  'idempotency_conflict',
  'request_in_progress',
  'outcome_unknown',
  'revision_conflict',
  'already_exists',
  'quota_exceeded',
  'approval_declined',
  'approval_decided',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** A field with an invalid value. `path` is dotted and uses the names of the input: `steps.0.kind`, `filters`. */
export interface FieldError {
  readonly path: string
  readonly message: string
  /** The known names or values nearest to the one that was given, best first, at most three; absent where none is near. */
  readonly did_you_mean?: readonly string[]
}

/**
 * An error for the caller. Its code is one of the service that throws it; `detail` has no secrets or internals. Any other thrown
 * error is a bug and becomes `internal_error`.
 */
export class PublicError extends Error {
  readonly code: string
  readonly detail: string

  constructor(code: string, detail: string) {
    super(detail)
    this.name = new.target.name
    this.code = code
    this.detail = detail
  }
}

/** An error with one of the codes above. */
export class DomainError extends PublicError {
  declare readonly code: ErrorCode
  constructor(code: ErrorCode, detail: string) {
    super(code, detail)
  }
}

/** Anyone may send thousands of invalid fields, and a response that listed them all would cost more than most answers. */
export const LISTED_ERRORS_MAX = 50

/** The first errors, and how many there are beyond them. */
export function listedErrors(errors: readonly FieldError[], total = errors.length): readonly FieldError[] {
  const listed = errors.slice(0, LISTED_ERRORS_MAX)
  const more = total - listed.length
  return more > 0 ? [...listed, { path: '', message: `${more} more ${more === 1 ? 'error' : 'errors'}` }] : listed
}

export class InvalidRequest extends DomainError {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[], detail?: string) {
    // What was listed before has one entry more.
    const listed = errors.length > LISTED_ERRORS_MAX + 1 ? listedErrors(errors) : errors
    super('invalid_request', detail ?? describe(listed))
    this.errors = listed
  }
}

/** The product does not identify visitors, so nothing may name one. */
export class IdentityOff extends DomainError {
  constructor() {
    super(
      'identity_off',
      '`visitor` is not accepted: the preference visitor_identity of this product is daily. Send the event without it.',
    )
  }
}

export class InvalidToken extends DomainError {
  /** Whether a credential was presented: without one the challenge has no `error` (RFC 6750 §3). */
  readonly presented: boolean
  constructor(presented: boolean) {
    super('invalid_token', presented ? 'The credential is not valid.' : 'This request needs a credential.')
    this.presented = presented
  }
}

export class InsufficientScope extends DomainError {
  readonly required: readonly string[]
  constructor(required: readonly string[], hint?: string) {
    const needs = `This call needs the ${required.length === 1 ? 'scope' : 'scopes'} ${required.join(' and ')}.`
    super('insufficient_scope', hint === undefined ? needs : `${needs} ${hint}`)
    this.required = required
  }
}

export class CredentialNotAccepted extends DomainError {
  constructor(detail = 'This kind of credential is not accepted here.') {
    super('credential_not_accepted', detail)
  }
}

export class RoleForbidden extends DomainError {
  constructor(detail: string) {
    super('role_forbidden', detail)
  }
}

/** The action needs a recent reauthentication, since it would let the thief of a session keep access. */
export class ReauthenticationRequired extends DomainError {
  constructor() {
    super('reauthentication_required', 'This needs a sign-in of the last ten minutes. Give your password again.')
  }
}

/** The service requires a second factor, and this session lacks one. */
export class SecondFactorRequired extends DomainError {
  constructor() {
    super('second_factor_required', 'This service requires a second factor. Set one up on the sign-in page first.')
  }
}

export class NotFound extends DomainError {
  /** Candidates for an unknown name or id that the caller may see; empty if nothing was named. */
  readonly errors: readonly FieldError[]
  /** The same text for missing and hidden resources, so that existence does not leak. */
  constructor(errors: readonly FieldError[] = []) {
    super('not_found', 'There is nothing here, or nothing that this credential may see.')
    this.errors = errors
  }
}

/** What was looked up. Throws `NotFound` where there is none. */
export function existing<T>(found: T | undefined): T {
  if (found === undefined) throw new NotFound()
  return found
}

export class AlreadyExists extends DomainError {
  constructor(detail: string) {
    super('already_exists', detail)
  }
}

export class DelegationExceeded extends DomainError {
  constructor(detail: string) {
    super('delegation_exceeded', detail)
  }
}

export class RevisionConflict extends DomainError {
  /** The current revision. */
  readonly current: number
  constructor(given: number, current: number) {
    super(
      'revision_conflict',
      `The revision is ${current} now, not ${given}: somebody changed this in between. Read it again.`,
    )
    this.current = current
  }
}

export class QuotaExceeded extends DomainError {
  constructor(what: string, limit: number) {
    super('quota_exceeded', `The quota of ${limit} ${what} is used up.`)
  }
}

export class IdempotencyKeyRequired extends DomainError {
  constructor() {
    super(
      'idempotency_key_required',
      'To confirm, send an idempotency key of 1 to 255 visible ASCII characters, one per intended change.',
    )
  }
}

export class IdempotencyConflict extends DomainError {
  constructor() {
    super(
      'idempotency_conflict',
      'This idempotency key was used with other arguments. Use a new key for another change.',
    )
  }
}

export class RequestInProgress extends DomainError {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('request_in_progress', 'The same request is executing now. Repeat it with the same key for its result.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class OutcomeUnknown extends DomainError {
  constructor() {
    super(
      'outcome_unknown',
      'It is unknown whether this change happened. Repeat the same request later with the same key, never under a new one: its answer says what happened, unless an operator has to decide.',
    )
  }
}

/** The change was not approved: a person declined it, nobody decided in time, or it could no longer be executed. */
export class ApprovalDeclined extends DomainError {
  constructor(detail: string) {
    super('approval_declined', detail)
  }
}

/** Somebody decided before. */
export class ApprovalDecided extends DomainError {
  constructor(detail: string) {
    super('approval_decided', detail)
  }
}

export class PayloadTooLarge extends DomainError {
  constructor(maxBytes: number) {
    super('payload_too_large', `The body is larger than ${maxBytes} bytes.`)
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(detail: string) {
    super('unsupported_media_type', detail)
  }
}

export class MethodNotAllowed extends DomainError {
  readonly allow: readonly string[]
  constructor(allow: readonly string[]) {
    super('method_not_allowed', `This address answers ${allow.join(', ')}.`)
    this.allow = allow
  }
}

export class RateLimited extends DomainError {
  readonly retryAfterSeconds: number
  /** The limits that were checked; the last one was exceeded. */
  readonly policies: readonly PolicyState[]
  constructor(
    retryAfterSeconds: number,
    {
      detail = `Too many requests; try again in ${retryAfterSeconds} s.`,
      policies = [],
    }: { readonly detail?: string; readonly policies?: readonly PolicyState[] } = {},
  ) {
    super('rate_limited', detail)
    this.retryAfterSeconds = retryAfterSeconds
    this.policies = policies
  }
}

/** A store does not answer. The cause is for the log only. */
export class ServiceUnavailable extends DomainError {
  readonly retryAfterSeconds: number
  constructor(
    cause?: unknown,
    retryAfterSeconds = 5,
    detail = 'The service cannot answer right now; try again shortly.',
  ) {
    super('service_unavailable', detail)
    this.retryAfterSeconds = retryAfterSeconds
    this.cause = cause
  }
}

/** The stores that the service cannot work without, as `/readyz` names them. */
export type StoreName = 'control_database' | 'analytics_engine'

/** This store does not respond. */
export class StoreUnavailable extends ServiceUnavailable {
  readonly store: StoreName
  constructor(store: StoreName, cause: unknown, retryAfterSeconds?: number) {
    super(cause, retryAfterSeconds)
    this.store = store
  }
}

/** The ingest log cannot accept events. It logs its own state, so single errors are not logged. */
export class IngestLogUnavailable extends ServiceUnavailable {}

/** The stores answer, but too many requests wait for them. */
export class Overloaded extends ServiceUnavailable {
  constructor(detail: string, retryAfterSeconds = 5) {
    super(undefined, retryAfterSeconds, detail)
  }
}

/** The client disconnected, so the work was stopped. Nobody reads this response. */
export class CallerGone extends ServiceUnavailable {}

function describe(errors: readonly FieldError[]): string {
  return errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
}
