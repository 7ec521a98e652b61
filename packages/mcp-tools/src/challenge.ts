import { InsufficientScope, InvalidToken, RateLimited, ServiceUnavailable } from '@footfall/core-domain'
import {
  DEFAULT_READ_SCOPES,
  OAUTH_SCOPES,
  type Principal,
  problemOf,
  type Scope,
  waitingHeaders,
} from '@footfall/operations'
import type { Reply } from './reply.ts'
import type { McpServices } from './services.ts'

const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)

/** A call lacks its scope. The challenge asks for all that the call needs and the credential has, so that nothing is lost. */
export class MissingScope extends InsufficientScope {
  /** Undefined where OAuth cannot grant the scope: a client that asked for it would be refused, and would ask again. */
  readonly ask: readonly Scope[] | undefined
  constructor(scope: Scope, principal: Principal) {
    const grantable = GRANTABLE.has(scope)
    super([scope], grantable ? undefined : 'OAuth cannot grant it; an account token can have it.')
    this.ask = grantable ? OAUTH_SCOPES.filter((known) => known === scope || principal.scopes.has(known)) : undefined
  }
}

/**
 * Whether a refusal is HTTP's to tell, wherever it was thrown: clients look there for whether to sign in again, what to
 * ask their person for, and when to come back. Everything else that a tool refuses is for its caller to read.
 */
export function isHttpRefusal(error: unknown): boolean {
  return error instanceof InvalidToken || error instanceof InsufficientScope || error instanceof RateLimited
}

/** A refusal as REST would answer it, with the challenge that OAuth clients follow. */
export function refusalReply(error: unknown, requestId: string, { baseUrl, log }: McpServices): Reply {
  const problem = problemOf(error, requestId)
  if (problem.code === 'internal_error') log.error({ request_id: requestId, err: error }, 'request failed')
  else if (error instanceof ServiceUnavailable)
    log.warn({ request_id: requestId, err: error.cause }, 'a store does not answer')
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
    const scope = error instanceof MissingScope && error.ask ? `scope="${error.ask.join(' ')}", ` : ''
    return `Bearer error="insufficient_scope", ${scope}${metadata}`
  }
  return undefined
}
