import type { PolicyState } from '@footfall/core-domain'
import { authorizationOf, requestId } from '@footfall/http-primitives'
import { bearerToken, type Origin, rateLimitHeaders } from '@footfall/kernel'
import type { Request, Response } from 'express'
import type { HttpHost } from './http-host.ts'

interface Caller<Principal> {
  readonly principal: Principal
  /** Where the request came from, for the audit log. */
  readonly origin: Origin
}

/** Who is calling, counted against the limits of the caller. `named` is the resource, where the request names one. */
export async function admit<Principal>(
  req: Request,
  res: Response,
  served: HttpHost<Principal>,
  named?: unknown,
): Promise<Caller<Principal>> {
  res.setHeader('Cache-Control', 'private, no-store')
  const { host } = served
  const address = req.ip
  const principal = await (served.callerOf?.(req, named, address) ??
    host.authenticate(bearerToken(authorizationOf(req)), address))
  for (const [name, value] of host.headersFor?.(principal) ?? []) res.setHeader(name, value)
  setLimitHeaders(res, await host.admit(principal, address))
  return { principal, origin: { channel: served.channelOf?.(principal) ?? 'rest', address, requestId: requestId(res) } }
}

export function setLimitHeaders(res: Response, states: readonly PolicyState[]): void {
  for (const [name, value] of rateLimitHeaders(states)) res.setHeader(name, value)
}
