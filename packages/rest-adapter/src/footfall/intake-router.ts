import { clientHintsOf, type ProxyTrace, type RateLimiter, type RequestOrigin } from '@footfall/core-domain'
import { parseJsonBody, receiveBody } from '@footfall/kernel'
import {
  admitEvent,
  type IntakeServices as CollectorServices,
  INTAKE_OPERATIONS,
  type IntakeOperation,
  type Principal,
  receive,
} from '@footfall/operations'
import type { Request, RequestHandler, Response, Router } from 'express'
import { z } from 'zod'
import { admit, setLimitHeaders } from '../gate.ts'
import { sendJson } from '../http.ts'
import type { HttpHost } from '../http-host.ts'
import { queryDecoder, queryOf } from '../query-decoder.ts'
import type { AddedRoutes } from '../rest-router.ts'
import type { RateLimits } from './gate.ts'

export interface IntakeServices extends CollectorServices {
  readonly rateLimiter: RateLimiter
  readonly rateLimits: Pick<RateLimits, 'collect'>
}

/** Every method of an intake’s path. */
const intakeMethods = ({ credential, method }: IntakeOperation): readonly string[] =>
  credential === 'none' ? [method, 'OPTIONS'] : [method]

/** The routes of the intakes: from browsers without a credential, from servers with a key. */
export function intakeRoutes(served: HttpHost<Principal>, services: IntakeServices): AddedRoutes {
  const paths = INTAKE_OPERATIONS.map((intake) => ({ path: intake.path, methods: intakeMethods(intake) }))
  return { paths, add: (router) => addIntakes(router, served, services) }
}

function addIntakes(router: Router, served: HttpHost<Principal>, services: IntakeServices): void {
  for (const operation of INTAKE_OPERATIONS) {
    const route = router.route(operation.path)
    const isPublic = operation.credential === 'none'
    if (isPublic) route.options(allowAnyOrigin, preflight)
    route.post(...(isPublic ? [allowAnyOrigin] : []), intakeHandler(operation, served, services))
  }
}

const allowAnyOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  next()
}

const preflight: RequestHandler = (_req, res) => {
  res.setHeader('Access-Control-Allow-Methods', 'POST')
  res.setHeader('Access-Control-Allow-Headers', 'Content-Type')
  res.setHeader('Access-Control-Max-Age', '86400')
  res.status(204).end()
}

const decodeQuery = queryDecoder(z.strictObject({}))
/** Beacons and simple requests of browsers send JSON as text/plain, which needs no preflight. */
const BROWSER_TYPES = ['application/json', 'text/plain']
const SERVER_TYPES = ['application/json']

function intakeHandler(
  operation: IntakeOperation,
  served: HttpHost<Principal>,
  services: IntakeServices,
): RequestHandler {
  const mediaTypes = operation.credential === 'none' ? BROWSER_TYPES : SERVER_TYPES
  return async (req, res) => {
    const principal = await senderOf(operation, req, res, served, services)
    const sent = {
      principal,
      origin: originOf(req),
      query: () => decodedQuery(req),
      body: async () => {
        const received = await receiveBody(req, operation.bodyBytesMax)
        return () => parseJsonBody(req, received, mediaTypes)
      },
    }
    const { status, body } = await receive(operation, sent, services)
    sendJson(res, status, body)
  }
}

function decodedQuery(req: Request): Readonly<Record<string, unknown>> {
  const { query, undecodable } = decodeQuery(queryOf(req))
  if (undecodable !== undefined) throw undecodable
  return query
}

/** Limits requests without a credential by IP address, and others by credential. */
async function senderOf(
  { credential }: IntakeOperation,
  req: Request,
  res: Response,
  served: HttpHost<Principal>,
  services: IntakeServices,
): Promise<Principal | undefined> {
  if (credential !== 'none') return admit(req, res, served)
  setLimitHeaders(res, await admitEvent(req.ip ?? '', services))
  return req.headers.authorization === undefined ? undefined : admit(req, res, served)
}

function originOf(req: Request): RequestOrigin {
  return {
    address: req.ip ?? '',
    userAgent: req.headers['user-agent'] ?? '',
    language: req.headers['accept-language'],
    proxy: proxyTrace(req),
    privacySignal: req.headers['sec-gpc'] === '1' || req.headers.dnt === '1',
    hints: clientHintsOf({
      brands: req.get('sec-ch-ua'),
      mobile: req.get('sec-ch-ua-mobile'),
      platform: req.get('sec-ch-ua-platform'),
    }),
  }
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'] as const

/** What a proxy added: the requested hostname, and whether it forwarded a client address and was trusted. */
function proxyTrace(req: Request): ProxyTrace | undefined {
  const { headers } = req
  if (!PROXY_HEADERS.some((name) => headers[name] !== undefined)) return undefined
  const hostname = headers['x-forwarded-host'] ?? headers.host ?? ''
  const trusted = req.ip !== req.socket.remoteAddress
  const sent =
    headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers['x-real-ip'] !== undefined
  return {
    hostname: String(hostname).slice(0, 253),
    clientAddress: trusted ? 'forwarded' : sent ? 'untrusted' : 'missing',
  }
}
