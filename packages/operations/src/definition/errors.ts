import type { ErrorCode } from '@footfall/core-domain'
import { errorsOfKind } from '@footfall/kernel'
import type { PrincipalKind } from '@footfall/scopes-policy'

/** Errors that only some operations return. They declare them. */
export type OwnErrorCode = Extract<
  ErrorCode,
  | 'identity_off'
  | 'role_forbidden'
  | 'not_found'
  | 'delegation_exceeded'
  | 'revision_conflict'
  | 'already_exists'
  | 'quota_exceeded'
  | 'approval_decided'
  | 'reauthentication_required'
>

const WAITING_ERRORS = ['approval_declined', 'quota_exceeded'] as const satisfies readonly ErrorCode[]

/** Every code that an operation can answer: those of its kind, those of what it touches, and its own. */
export function errorsOf(operation: {
  readonly kind: 'read' | 'write' | 'download' | 'upload'
  readonly product: 'path' | 'query' | 'none'
  readonly params: { readonly shape: object }
  readonly errors: readonly OwnErrorCode[]
  readonly recentSignIn?: boolean
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
}): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...errorsOfKind(operation, operation.product !== 'none'),
      ...operation.errors,
      // Machines may have to wait for a person.
      ...(operation.kind === 'write' && operation.allowedPrincipals.has('account_token') ? WAITING_ERRORS : []),
      ...(operation.recentSignIn ? (['reauthentication_required'] as const) : []),
    ]),
  ]
}
