import { clientHintsOf, type ProxyTrace, type RateLimiter, type RequestOrigin } from '@footfall/core-domain'
import { parseJsonBody, receiveBody } from '@footfall/kernel'
import {
  type AuthenticationServices,
  admitEvent,
  type IntakeServices as CollectorServices,
  INTAKE_OPERATIONS,
  type IntakeOperation,
  type Principal,
  receive,
  recordUse,
} from '@footfall/operations'
import type { Request, RequestHandler, Response, Router } from 'express'
import { z } from 'zod'
import type { DirectRoute } from '../direct-routes.ts'
import { admit, setLimitHeaders } from '../gate.ts'
import { sendJson } from '../http.ts'
import type { HttpHost } from '../http-host.ts'
import { queryDecoder, queryOf } from '../query-decoder.ts'
import type { AddedRoutes } from '../rest-router.ts'
import type { RateLimits } from './gate.ts'

export interface IntakeServices extends CollectorServices {
  readonly rateLimiter: RateLimiter
  readonly usage: AuthenticationServices['usage']
  readonly rateLimits: Pick<RateLimits, 'collect'>
}

/** Every method of an intake’s path. */
const intakeMethods = ({ credential, method }: IntakeOperation): readonly string[] =>
  credential === 'none' ? [method, 'OPTIONS'] : [method]

/** The routes of the intakes: from browsers without a credential, from servers with a key. */
export function intakeRoutes(served: HttpHost<Principal>, services: IntakeServices): AddedRoutes {
  const paths = INTAKE_OPERATIONS.map((intake) => ({ path: intake.path, methods: intakeMethods(intake) }))
  const direct = INTAKE_OPERATIONS.map((operation) => ({
    method: operation.method,
    path: operation.path,
    handler: intakeHandler(operation, served, services),
  }))
  return { paths, direct, add: (router) => addIntakes(router, direct) }
}

function addIntakes(router: Router, routes: readonly DirectRoute[]): void {
  for (const { path, handler } of routes) router.post(path, handler)
  for (const { path, credential } of INTAKE_OPERATIONS) if (credential === 'none') router.options(path, preflight)
}

function allowAnyOrigin(res: Response): void {
  res.setHeader('Access-Control-Allow-Origin', '*')
}

const preflight: RequestHandler = (_req, res) => {
  allowAnyOrigin(res)
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
): DirectRoute['handler'] {
  const isPublic = operation.credential === 'none'
  const mediaTypes = isPublic ? BROWSER_TYPES : SERVER_TYPES
  return async (req, res) => {
    if (isPublic) allowAnyOrigin(res)
    const address = req.ip ?? ''
    const principal = await senderOf(operation, { req, res, address }, served, services)
    const sent = {
      principal,
      origin: originOf(req, address),
      query: () => decodedQuery(req),
      body: async () => {
        const received = await receiveBody(req, operation.bodyBytesMax)
        return () => parseJsonBody(req, received, mediaTypes, operation.bodyValuesMax)
      },
    }
    const { status, body } = await receive(operation, sent, services)
    if (principal !== undefined) recordUse(services.usage, principal, { operation: operation.name, scopes: [] }, req.ip)
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
  { req, res, address }: { readonly req: Request; readonly res: Response; readonly address: string },
  served: HttpHost<Principal>,
  services: IntakeServices,
): Promise<Principal | undefined> {
  if (credential !== 'none') return (await admit(req, res, served)).principal
  setLimitHeaders(res, await admitEvent(address, services))
  return req.headers.authorization === undefined ? undefined : (await admit(req, res, served)).principal
}

function originOf(req: Request, address: string): RequestOrigin {
  return {
    address,
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
