import { setTimeout as sleep } from 'node:timers/promises'
import { CredentialNotAccepted, clientNetwork, RateLimited, type RateLimiter } from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import { parseJsonBody, receiveBody } from '@footfall/kernel'
import {
  endLeaked,
  LEAK_REPORT_BYTES_MAX,
  LEAK_REPORT_PATH,
  type LeakServices,
  type Principal,
  reportedSecret,
} from '@footfall/operations'
import type { Request, Response, Router } from 'express'
import { admit, setLimitHeaders } from '../gate.ts'
import { sendJson } from '../http.ts'
import type { HttpHost } from '../http-host.ts'
import type { AddedRoutes } from '../rest-router.ts'
import type { RateLimits } from './gate.ts'

export interface LeakRouterServices extends LeakServices {
  readonly rateLimiter: RateLimiter
  readonly rateLimits: Pick<RateLimits, 'oauth'>
  /** A report is answered no sooner than this, whatever it found; 250 ms by default. */
  readonly leakAnsweredAfterMs?: number
}

const REPORTS_PER_MINUTE = 30
/** Longer than ending a credential takes, so that the time of the answer does not depend on the secret. */
const ANSWERED_AFTER_MS = 250

/** Takes secrets that anyone found. What was found is never in the answer. */
export function leakRoutes(served: HttpHost<Principal>, services: LeakRouterServices): AddedRoutes {
  return {
    paths: [{ path: LEAK_REPORT_PATH, methods: ['POST'] }],
    add(router: Router) {
      router.post(LEAK_REPORT_PATH, (req, res) => takeReport(req, res, served, services))
    },
  }
}

async function takeReport(
  req: Request,
  res: Response,
  served: HttpHost<Principal>,
  services: LeakRouterServices,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store')
  if (req.headers.authorization !== undefined) {
    await admit(req, res, served)
    throw new CredentialNotAccepted('A leak is reported without a credential.')
  }
  await countReport(req, res, services)
  const received = await receiveBody(req, LEAK_REPORT_BYTES_MAX)
  const secret = reportedSecret(parseJsonBody(req, received))
  const answerable = sleep(services.leakAnsweredAfterMs ?? ANSWERED_AFTER_MS)
  await Promise.all([answerable, endLeaked(secret, services, { address: req.ip, requestId: requestId(res) })])
  sendJson(res, 202, { data: { received: true } })
}

async function countReport(
  req: Request,
  res: Response,
  { rateLimiter, rateLimits: { oauth: limit = REPORTS_PER_MINUTE } }: LeakRouterServices,
): Promise<void> {
  if (limit === 0) return
  const policy = 'leaks'
  const { allowed, ...state } = await rateLimiter.consume(policy, clientNetwork(req.ip ?? ''), limit)
  setLimitHeaders(res, [{ policy, ...state }])
  if (!allowed) throw new RateLimited(state.resetSeconds)
}
