import { type Parameters, single } from '../http/parameters.ts'
import type { Connection, EpochMs, RefreshToken } from '../records.ts'
import { isSameScope } from '../scope.ts'
import type { TokenFailure } from './failures.ts'

export interface FoundRefresh {
  readonly token: RefreshToken
  readonly connection: Connection
}

export interface RefreshPresentation {
  readonly form: Parameters
  /** Already authenticated. */
  readonly clientId: string
  readonly found: FoundRefresh | undefined
  readonly issuer: string
  readonly resource: string
  readonly now: EpochMs
  readonly reuseGraceMs: number
}

export type RefreshVerdict =
  | { readonly kind: 'rotate'; readonly found: FoundRefresh }
  /** Refused; the token stays as it is: a mistake in the form, or another client, must not cost its owner the connection. */
  | { readonly kind: 'refuse'; readonly failure: TokenFailure }
  /** Consumed before: two hold it, and one of them stole it. The connection ends (RFC 9700 §4.14.2). */
  | { readonly kind: 'reuse'; readonly connection: Connection }

type Check = (presented: RefreshPresentation & { readonly found: FoundRefresh }) => TokenFailure | undefined

/** For a token that is its presenter's and is not consumed. */
const checks: readonly Check[] = [
  ({ found, now }) => (found.token.expiresAt <= now ? { reason: 'refresh_token_expired' } : undefined),
  ({ found, issuer, resource }) =>
    found.connection.issuer === issuer && found.connection.resource === resource
      ? undefined
      : { reason: 'refresh_token_of_another_issuer' },
  ({ form }) => (single(form, 'resource') === undefined ? { reason: 'resource_missing' } : undefined),
  ({ form, resource }) => (single(form, 'resource') === resource ? undefined : { reason: 'resource_other' }),
  // Wider or narrower needs new consent; RFC 6749 §6 would allow narrower.
  ({ form, found }) => {
    const scope = single(form, 'scope')
    return scope === undefined || isSameScope(scope, found.connection.scopes) ? undefined : { reason: 'scope_other' }
  },
]

/** Says what to do with a presented refresh token. Touches nothing; the caller does it by compare-and-set. */
export function judgeRefresh(presented: RefreshPresentation): RefreshVerdict {
  const { form, clientId, found, now, reuseGraceMs } = presented
  if (single(form, 'refresh_token') === undefined) return refuse({ reason: 'refresh_token_missing' })
  if (found === undefined) return refuse({ reason: 'refresh_token_unknown' })
  const { token, connection } = found
  if (connection.clientId !== clientId) return refuse({ reason: 'refresh_token_of_another_client' })
  if (connection.revokedAt !== undefined) return refuse({ reason: 'connection_revoked' })
  if (connection.expiresAt <= now) return refuse({ reason: 'connection_expired' })
  if (token.consumedAt !== undefined && !isForgiven(found, now, reuseGraceMs)) return { kind: 'reuse', connection }
  for (const check of checks) {
    const failure = check({ ...presented, found })
    if (failure) return refuse(failure)
  }
  return { kind: 'rotate', found }
}

/**
 * Within the operator's grace, the token just before the newest rotates once more: its client raced itself, or never heard
 * the answer. One further back is a theft in any case.
 */
function isForgiven({ token, connection }: FoundRefresh, now: EpochMs, reuseGraceMs: number): boolean {
  if (token.consumedAt === undefined || reuseGraceMs === 0) return false
  return token.consumedAt >= now - reuseGraceMs && token.generation + 1 === connection.generation
}

const refuse = (failure: TokenFailure): RefreshVerdict => ({ kind: 'refuse', failure })
