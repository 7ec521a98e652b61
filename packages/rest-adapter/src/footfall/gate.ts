import { InvalidToken } from '@footfall/core-domain'
import { authorizationOf } from '@footfall/http-primitives'
import { assertSameOrigin, type Origin } from '@footfall/kernel'
import {
  type AuthenticationServices,
  authenticateHeader,
  type BrowserSessions,
  type PresentedWith,
  type Principal,
  sessionPrincipal,
} from '@footfall/operations'
import type { Request } from 'express'

export interface RateLimits {
  /** Requests per minute and credential, and four times as many of an account; 0 switches the limits off. */
  readonly requests: number
  /** Collected events per minute and address; 0 switches the limit off. */
  readonly collect: number
  /** Reports of leaked secrets per minute and address; 30 when absent, 0 switches the limit off. */
  readonly oauth?: number
}

export interface CallerServices extends AuthenticationServices {
  readonly browser?: BrowserSessions
}

/**
 * Who is calling: a request that carries an `Authorization` header is authenticated by that header only, and a cookie never rescues
 * it; a request without one may come from a person in the dashboard.
 */
export async function presentedPrincipal(
  req: Request,
  services: CallerServices,
  presentedWith: PresentedWith,
): Promise<Principal> {
  const authorization = authorizationOf(req)
  if (authorization === undefined) return signedIn(req, services)
  return authenticateHeader(authorization, services, presentedWith)
}

/** Pages of the dashboard, and of shared links, call from a browser. */
export function channelOf({ kind }: Principal): Origin['channel'] {
  return kind === 'session' || kind === 'shared_link' ? 'dashboard' : 'rest'
}

async function signedIn(req: Request, { browser }: CallerServices): Promise<Principal> {
  const session = await browser?.find(req)
  if (browser === undefined || session === undefined) throw new InvalidToken(false)
  assertSameOrigin(req, browser.origins)
  return sessionPrincipal(session.id, session.account)
}
