import { InvalidToken, type PolicyState, type RateLimiter } from '@footfall/core-domain'
import {
  type AuthenticationServices,
  admitRequest,
  assertSameOrigin,
  authenticate,
  authenticateLink,
  type BrowserSessions,
  bearerToken,
  type Origin,
  type Principal,
  presentedLink,
  rateLimitHeaders,
  sessionPrincipal,
} from '@footfall/operations'
import type { Request, Response } from 'express'

export interface RateLimits {
  /** Requests per minute and credential, and four times as many of an account; 0 switches the limits off. */
  readonly requests: number
  /** Collected events per minute and address; 0 switches the limit off. */
  readonly collect: number
}

export interface GateServices extends AuthenticationServices {
  readonly browser?: BrowserSessions
  readonly rateLimiter: RateLimiter
  readonly rateLimits: RateLimits
}

/**
 * Who is calling: a request that carries an `Authorization` header is judged by that alone, and a cookie never rescues
 * it; a request without one may come from a person in the dashboard. Counts it against the limits of the caller.
 */
export async function admit(req: Request, res: Response, services: GateServices): Promise<Principal> {
  res.setHeader('Cache-Control', 'private, no-store')
  const principal = await presentedPrincipal(req, services)
  setLimitHeaders(res, await admitRequest(principal, services, req.ip))
  return principal
}

async function presentedPrincipal(req: Request, services: GateServices): Promise<Principal> {
  const { authorization } = req.headers
  if (authorization === undefined) return signedIn(req, services)
  const link = presentedLink(authorization)
  if (link !== undefined) return authenticateLink(link, services)
  return authenticate(bearerToken(authorization), services)
}

/** Pages of the dashboard, and of shared links, call from a browser. */
export function channelOf({ kind }: Principal): Origin['channel'] {
  return kind === 'session' || kind === 'shared_link' ? 'dashboard' : 'rest'
}

async function signedIn(req: Request, { browser }: GateServices): Promise<Principal> {
  const session = await browser?.find(req)
  if (browser === undefined || session === undefined) throw new InvalidToken(false)
  assertSameOrigin(req, browser.origins)
  return sessionPrincipal(session.id, session.account)
}

export function setLimitHeaders(res: Response, states: readonly PolicyState[]): void {
  for (const [name, value] of rateLimitHeaders(states)) res.setHeader(name, value)
}
