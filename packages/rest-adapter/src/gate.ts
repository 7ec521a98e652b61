import type { IncomingMessage } from 'node:http'
import { type AccountId, InvalidToken, type PolicyState, type RateLimiter, type SessionId } from '@footfall/core-domain'
import {
  type AuthenticationServices,
  admitRequest,
  authenticate,
  bearerToken,
  type Principal,
  rateLimitHeaders,
  sessionPrincipal,
} from '@footfall/operations'
import type { Request, Response } from 'express'
import { assertSameOrigin } from './same-origin.ts'

export interface RateLimits {
  /** Requests per minute and credential, and four times as many of an account; 0 switches the limits off. */
  readonly requests: number
  /** Collected events per minute and address; 0 switches the limit off. */
  readonly collect: number
}

/** The sessions of the dashboard; absent in a host without one. */
export interface BrowserSessions {
  /** The session of the request’s cookie, if it is live. */
  find(req: IncomingMessage): Promise<{ readonly id: SessionId; readonly account: AccountId } | undefined>
  /** Origins of our own pages; the first is named in refusals. */
  readonly origins: readonly string[]
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
  const principal =
    req.headers.authorization === undefined
      ? await signedIn(req, services)
      : await authenticate(bearerToken(req.headers.authorization), services)
  setLimitHeaders(res, await admitRequest(principal, services))
  return principal
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
