import { InsufficientScope, InvalidToken, ServiceUnavailable } from '@footfall/core-domain'
import {
  DEFAULT_READ_SCOPES,
  OAUTH_SCOPES,
  type Operation,
  type Principal,
  problemOf,
  retryAfterSeconds,
  SCOPES,
  type Scope,
} from '@footfall/operations'
import type { Reply } from './reply.ts'
import type { McpServices } from './services.ts'

const GRANTABLE: ReadonlySet<Scope> = new Set(OAUTH_SCOPES)

/**
 * Every scope that a call needs, where it misses one that its credential could be given: those it has and the one it
 * lacks, so that asking for them loses nothing. Undefined where there is nothing to challenge for.
 */
export function scopesToAskFor({ access: { scope } }: Operation, principal: Principal): readonly Scope[] | undefined {
  if (principal.scopes.has(scope)) return undefined
  if (principal.kind === 'oauth_connection' && !GRANTABLE.has(scope)) return undefined
  return SCOPES.filter((known) => known === scope || principal.scopes.has(known))
}

/** What is refused before the protocol is spoken, as REST would refuse it, with the challenge that OAuth clients follow. */
export function refusalReply(error: unknown, requestId: string, { baseUrl, log }: McpServices): Reply {
  const problem = problemOf(error, requestId)
  if (problem.code === 'internal_error') log.error({ request_id: requestId, err: error }, 'request failed')
  else if (error instanceof ServiceUnavailable)
    log.warn({ request_id: requestId, err: error.cause }, 'a store does not answer')
  const challenge = challengeOf(error, baseUrl)
  const seconds = retryAfterSeconds(error)
  return {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
      ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
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
    return `Bearer error="insufficient_scope", scope="${error.required.join(' ')}", ${metadata}`
  }
  return undefined
}
