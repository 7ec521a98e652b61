import type { IncomingMessage } from 'node:http'
import { secretKind } from '@footfall/core-domain'

export type PresentedCredential = 'account_token' | 'oauth_connection' | 'website_key' | 'session' | 'none'

/**
 * Which kind of credential a request showed. Whether it was accepted is told by the status. An `Authorization` header
 * is judged alone, as it is everywhere, and text in it that is no credential of ours counts as none.
 */
export function presentedCredential(
  req: IncomingMessage,
  hasSession: (req: IncomingMessage) => boolean = () => false,
): PresentedCredential {
  const { authorization } = req.headers
  if (authorization === undefined) return hasSession(req) ? 'session' : 'none'
  switch (secretKind(authorization.slice(authorization.indexOf(' ') + 1).trim())) {
    case 'account_token':
      return 'account_token'
    case 'website_key':
      return 'website_key'
    case 'oauth_access':
      return 'oauth_connection'
    case 'oauth_refresh':
    case undefined:
      return 'none'
  }
}

/** The pattern that matched, never the path: a path holds ids, and whatever a stranger likes to ask for. */
export function routeOf(req: IncomingMessage): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'other'
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'OTHER'
}

/** nginx's number for a client that left before it was answered. */
export const CLIENT_GONE = 499
