import type { PolicyState } from '@footfall/core-domain'
import { authorizationOf, requestId } from '@footfall/http-primitives'
import { bearerToken, type Origin, rateLimitHeaders } from '@footfall/kernel'
import type { Request, Response } from 'express'
import type { HttpHost } from './http-host.ts'

/** Who is calling, counted against the limits of the caller. `named` is the resource, where the request names one. */
export async function admit<Principal>(
  req: Request,
  res: Response,
  served: HttpHost<Principal>,
  named?: unknown,
): Promise<Principal> {
  res.setHeader('Cache-Control', 'private, no-store')
  const { host } = served
  const principal = await (served.callerOf?.(req, named) ?? host.authenticate(bearerToken(authorizationOf(req))))
  setLimitHeaders(res, await host.admit(principal, req.ip))
  return principal
}

/** Where a request came from, for the audit log. */
export function originOf<Principal>(
  req: Request,
  res: Response,
  principal: Principal,
  served: HttpHost<Principal>,
): Origin {
  return { channel: served.channelOf?.(principal) ?? 'rest', address: req.ip, requestId: requestId(res) }
}

export function setLimitHeaders(res: Response, states: readonly PolicyState[]): void {
  for (const [name, value] of rateLimitHeaders(states)) res.setHeader(name, value)
}
