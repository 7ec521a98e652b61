import type { ErrorCode } from '@footfall/core-domain'

/** Refusals that every operation can answer. */
export const COMMON_ERRORS = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'credential_not_accepted',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

/** Refusals that every write can answer besides. */
export const WRITE_ERRORS = [
  'idempotency_key_required',
  'idempotency_conflict',
  'request_in_progress',
  'outcome_unknown',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

/** Refusals that one operation answers and others do not. It declares them. */
export type OwnErrorCode = Extract<
  ErrorCode,
  | 'identity_off'
  | 'role_forbidden'
  | 'not_found'
  | 'delegation_exceeded'
  | 'revision_conflict'
  | 'already_exists'
  | 'quota_exceeded'
>

/** Every code that an operation can answer: those of its kind, those of what it touches, and its own. */
export function errorsOf(operation: {
  readonly kind: 'read' | 'write' | 'download' | 'upload'
  readonly product: 'path' | 'query' | 'none'
  readonly params: { readonly shape: object }
  readonly errors: readonly OwnErrorCode[]
  readonly recentSignIn?: boolean
}): readonly ErrorCode[] {
  const { kind, product, params, errors, recentSignIn } = operation
  const found: readonly ErrorCode[] = Object.keys(params.shape).length > 0 ? ['not_found'] : []
  return [
    ...new Set<ErrorCode>([
      ...COMMON_ERRORS,
      ...(product === 'none' ? found : (['role_forbidden', 'not_found'] as const)),
      ...(kind === 'write' ? WRITE_ERRORS : []),
      ...errors,
      ...(recentSignIn ? (['reauthentication_required'] as const) : []),
    ]),
  ]
}
