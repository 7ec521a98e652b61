import { InsufficientScope, InvalidToken, RateLimited } from '@footfall/core-domain'
import {
  DEFAULT_READ_SCOPES,
  OAUTH_SCOPES,
  type Principal,
  problemOf,
  type Scope,
  waitingHeaders,
} from '@footfall/operations'
import type { EndpointServices } from '../services.ts'
import type { Reply } from './reply.ts'

const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)

/** A call lacks scopes. The challenge asks for all that it needs and those that the credential has, so that it loses none. */
export class MissingScope extends InsufficientScope {
  /** Undefined where OAuth cannot grant one of them: a client that requested it would be refused and request it again. */
  readonly requested: readonly Scope[] | undefined
  constructor(needed: readonly Scope[], principal: Principal) {
    const grantable = needed.every((scope) => GRANTABLE.has(scope) || principal.scopes.has(scope))
    super(needed, grantable ? undefined : 'OAuth cannot grant it; an account token can have it.')
    this.requested = grantable
      ? OAUTH_SCOPES.filter((known) => needed.includes(known) || principal.scopes.has(known))
      : undefined
  }
}

/**
 * Whether a refusal is an HTTP response wherever it was thrown: clients act on its status and headers to sign in again, to
 * request a scope, and to wait. Every other refusal of a tool is a tool error.
 */
export function isHttpRefusal(error: unknown): boolean {
  return error instanceof InvalidToken || error instanceof InsufficientScope || error instanceof RateLimited
}

/** A refusal as REST would answer it, with the challenge of RFC 6750. */
export function refusalReply(error: unknown, requestId: string, { baseUrl, logFailure }: EndpointServices): Reply {
  const problem = problemOf(error, requestId)
  logFailure(requestId, error)
  const challenge = challengeOf(error, baseUrl)
  return {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
      ...waitingHeaders(error),
    },
    body: JSON.stringify(problem),
  }
}

function challengeOf(error: unknown, baseUrl: string): string | undefined {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/api/mcp"`
  if (error instanceof InvalidToken) {
    // RFC 6750 §3: a request without a credential gets a challenge without an error code.
    const code = error.presented ? 'error="invalid_token", ' : ''
    return `Bearer ${code}${metadata}, scope="${DEFAULT_READ_SCOPES.join(' ')}"`
  }
  if (error instanceof InsufficientScope) {
    const scope = error instanceof MissingScope && error.requested ? `scope="${error.requested.join(' ')}", ` : ''
    return `Bearer error="insufficient_scope", ${scope}${metadata}`
  }
  return undefined
}
