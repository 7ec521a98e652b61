import type { IncomingMessage } from 'node:http'
import { secretKind } from '@footfall/core-domain'

export type PresentedCredential = 'account_token' | 'oauth_connection' | 'website_key' | 'session' | 'none'

/**
 * The kind of credential that a request presented; the status shows whether it was accepted. An `Authorization` header
 * takes precedence, and text in it that is not one of our credentials counts as none.
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

/** The route pattern, never the path: a path contains ids and arbitrary text of clients. */
export function routeOf(req: IncomingMessage): string {
  const { route } = req as { route?: { path?: unknown } }
  return typeof route?.path === 'string' ? route.path : 'other'
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'OTHER'
}

/** nginx’s status for a client that disconnected before the answer. */
export const CLIENT_GONE = 499
