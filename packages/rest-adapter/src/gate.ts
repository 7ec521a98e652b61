import type { RateLimiter, RateVerdict } from '@footfall/core-domain'
import {
  type AuthenticationServices,
  assertWithinLimit,
  authenticate,
  bearerToken,
  credentialOf,
  type Principal,
  rateLimitHeaders,
} from '@footfall/operations'
import type { Request, Response } from 'express'

export interface RateLimits {
  /** Requests per minute and credential; 0 switches the limit off. */
  readonly requests: number
  /** Collected events per minute and address; 0 switches the limit off. */
  readonly collect: number
}

export interface GateServices extends AuthenticationServices {
  readonly rateLimiter: RateLimiter
  readonly rateLimits: RateLimits
}

/**
 * Who is calling, from the `Authorization` header alone: a cookie never counts beside it, nor instead of it.
 * Counts the request against the credential's limit.
 */
export async function admit(req: Request, res: Response, services: GateServices): Promise<Principal> {
  res.setHeader('Cache-Control', 'private, no-store')
  const principal = await authenticate(bearerToken(req.headers.authorization), services)
  const { requests } = services.rateLimits
  if (requests > 0) {
    enforce(res, 'requests', await services.rateLimiter.consume('requests', credentialOf(principal), requests))
  }
  return principal
}

export function enforce(res: Response, policy: string, verdict: RateVerdict): void {
  for (const [name, value] of rateLimitHeaders(policy, verdict)) res.setHeader(name, value)
  assertWithinLimit(verdict)
}
