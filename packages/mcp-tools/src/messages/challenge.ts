import { InsufficientScope, InvalidToken, RateLimited } from '@footfall/core-domain'
import { waitingHeaders } from '@footfall/kernel'
import type { Authorization, EndpointServices } from '../services.ts'
import type { Reply } from './reply.ts'

/** A call lacks scopes. The challenge asks for all that it needs and those that the credential has, so that it loses none. */
export class MissingScope extends InsufficientScope {
  /** Undefined where OAuth cannot grant one of them: a client that requested it would fail and request it again. */
  readonly requested: readonly string[] | undefined
  constructor(
    needed: readonly string[],
    held: ReadonlySet<string>,
    { scopes: { grantable }, ungrantable = 'OAuth cannot grant it.' }: Authorization,
  ) {
    const canAsk = needed.every((scope) => grantable.includes(scope) || held.has(scope))
    super(needed, canAsk ? undefined : ungrantable)
    this.requested = canAsk ? grantable.filter((known) => needed.includes(known) || held.has(known)) : undefined
  }
}

/**
 * Whether an error is an HTTP response wherever it was thrown: clients use its status and headers to sign in again, to request
 * a scope, and to wait. Every other error of a tool is a tool error.
 */
export function isHttpError(error: unknown): boolean {
  return error instanceof InvalidToken || error instanceof InsufficientScope || error instanceof RateLimited
}

/** An error as a REST response, with the challenge of RFC 6750. */
export function errorReply(
  error: unknown,
  requestId: string,
  { host, authorization, logFailure }: EndpointServices,
  initial: readonly string[] = authorization.scopes.initial,
): Reply {
  const problem = host.problems.problemOf(error, requestId)
  logFailure(requestId, error)
  const challenge = challengeOf(error, authorization, initial)
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

function challengeOf(
  error: unknown,
  { resourceMetadataUrl }: Authorization,
  initial: readonly string[],
): string | undefined {
  const metadata = `resource_metadata="${resourceMetadataUrl}"`
  if (error instanceof InvalidToken) {
    // RFC 6750 §3: a request without a credential gets a challenge without an error code.
    const code = error.presented ? 'error="invalid_token", ' : ''
    return `Bearer ${code}${metadata}, scope="${initial.join(' ')}"`
  }
  if (error instanceof InsufficientScope) {
    const scope = error instanceof MissingScope && error.requested ? `scope="${error.requested.join(' ')}", ` : ''
    return `Bearer error="insufficient_scope", ${scope}${metadata}`
  }
  return undefined
}
