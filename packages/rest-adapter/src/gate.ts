import type { IncomingMessage } from 'node:http'
import { type AccountId, InvalidToken, type RateLimiter, type RateVerdict, type SessionId } from '@footfall/core-domain'
import {
  type AuthenticationServices,
  assertWithinLimit,
  authenticate,
  bearerToken,
  credentialOf,
  type Principal,
  rateLimitHeaders,
  sessionPrincipal,
} from '@footfall/operations'
import type { Request, Response } from 'express'
import { assertSameOrigin } from './same-origin.ts'

export interface RateLimits {
  /** Requests per minute and credential; 0 switches the limit off. */
  readonly requests: number
  /** Collected events per minute and address; 0 switches the limit off. */
  readonly collect: number
}

/** People signed in to the dashboard; a host without one leaves it out. */
export interface BrowserSessions {
  /** Whose cookie the request carries, if that session lives. */
  find(req: IncomingMessage): Promise<{ readonly id: SessionId; readonly account: AccountId } | undefined>
  /** Origins whose pages are ours; the first is named to people. */
  readonly origins: readonly string[]
}

export interface GateServices extends AuthenticationServices {
  readonly browser?: BrowserSessions
  readonly rateLimiter: RateLimiter
  readonly rateLimits: RateLimits
}

/**
 * Who is calling: a request that carries an `Authorization` header is judged by that alone, and a cookie never rescues
 * it; a request without one may come from a person in the dashboard. Counts it against the credential's limit.
 */
export async function admit(req: Request, res: Response, services: GateServices): Promise<Principal> {
  res.setHeader('Cache-Control', 'private, no-store')
  const principal =
    req.headers.authorization === undefined
      ? await signedIn(req, services)
      : await authenticate(bearerToken(req.headers.authorization), services)
  const { requests } = services.rateLimits
  if (requests > 0) {
    enforce(res, 'requests', await services.rateLimiter.consume('requests', credentialOf(principal), requests))
  }
  return principal
}

async function signedIn(req: Request, { browser }: GateServices): Promise<Principal> {
  const session = await browser?.find(req)
  if (browser === undefined || session === undefined) throw new InvalidToken(false)
  assertSameOrigin(req, browser.origins)
  return sessionPrincipal(session.id, session.account)
}

export function enforce(res: Response, policy: string, verdict: RateVerdict): void {
  for (const [name, value] of rateLimitHeaders(policy, verdict)) res.setHeader(name, value)
  assertWithinLimit(verdict)
}
