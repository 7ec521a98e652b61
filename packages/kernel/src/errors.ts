import type { COMMON_CODES } from './problem.ts'

export type CommonCode = keyof typeof COMMON_CODES

/** Errors that every operation can return. */
export const COMMON_ERRORS = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'credential_not_accepted',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly CommonCode[]

/** Further errors that every write can return. */
export const WRITE_ERRORS = [
  'idempotency_key_required',
  'idempotency_conflict',
  'request_in_progress',
  'outcome_unknown',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly CommonCode[]

/** The codes of an operation of this kind, on a resource or on none. */
export function errorsOfKind(
  {
    kind,
    params,
  }: { readonly kind: 'read' | 'write' | 'download' | 'upload'; readonly params: { readonly shape: object } },
  isOnResource: boolean,
): readonly CommonCode[] {
  const found: readonly CommonCode[] = Object.keys(params.shape).length > 0 ? ['not_found'] : []
  return [
    ...COMMON_ERRORS,
    ...(isOnResource ? (['role_forbidden', 'not_found'] as const) : found),
    ...(kind === 'write' ? WRITE_ERRORS : []),
  ]
}
