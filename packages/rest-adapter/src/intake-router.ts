import {
  CollectedEvent,
  type Collector,
  CrawlerHits,
  CredentialNotAccepted,
  Payment,
  type ProductKey,
  type ProxyTrace,
  parseInput,
  type RequestOrigin,
} from '@footfall/core-domain'
import { admitEvent, type Principal } from '@footfall/operations'
import { type Request, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { admit, type GateServices, setLimitHeaders } from './gate.ts'
import { sendJson } from './http.ts'
import { jsonBody, parseJsonBody, readBody } from './json-body.ts'
import { queryDecoder, queryOf } from './query-decoder.ts'

export interface IntakeServices extends GateServices {
  readonly collector: Collector
}

/** What intake answers where. */
export const INTAKE_METHODS: Readonly<Record<string, readonly string[]>> = {
  '/api/event': ['POST', 'OPTIONS'],
  '/api/v1/crawls': ['POST'],
  '/api/v1/payments': ['POST'],
}

/** The routes by which things that happened come in: from browsers without a credential, from servers with a key. */
export function intakeRouter(services: IntakeServices): Router {
  const router = Router()
  router
    .route('/api/event')
    .options(allowAnyOrigin, (_req, res) => {
      res.setHeader('Access-Control-Allow-Methods', 'POST')
      res.setHeader('Access-Control-Allow-Headers', 'Content-Type')
      res.setHeader('Access-Control-Max-Age', '86400')
      res.status(204).end()
    })
    // Beacons and simple requests send JSON as text/plain, which needs no preflight.
    .post(
      allowAnyOrigin,
      limitPerAddress(services),
      refuseCredentials(services),
      jsonBody(['application/json', 'text/plain']),
      collect(services),
    )
  router.route('/api/v1/crawls').post(recordCrawls(services))
  router.route('/api/v1/payments').post(recordPayment(services))
  return router
}

const allowAnyOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  next()
}

function limitPerAddress(services: IntakeServices): RequestHandler {
  return async (req, res, next) => {
    setLimitHeaders(res, await admitEvent(req.ip ?? '', services))
    next()
  }
}

/** Browsers send events without a credential. Whoever presents one means another route, and is told so. */
function refuseCredentials(services: IntakeServices): RequestHandler {
  return async (req, res, next) => {
    if (req.headers.authorization === undefined) return next()
    await admit(req, res, services)
    throw new CredentialNotAccepted('Events are sent without a credential.')
  }
}

function collect({ collector }: IntakeServices): RequestHandler {
  return async (req, res) => {
    const parsed = CollectedEvent.safeParse(req.body)
    if (!parsed.success) {
      const product: unknown = req.body?.product
      if (typeof product === 'string') collector.refused(product)
      parseInput(CollectedEvent, req.body)
      return
    }
    const outcome = await collector.event(parsed.data, originOf(req))
    sendJson(res, 202, outcome.accepted ? { accepted: true } : { accepted: false })
  }
}

function recordCrawls(services: IntakeServices): RequestHandler {
  return async (req, res) => {
    const key = keyOfKind(await admit(req, res, services), 'crawler_intake')
    refuseQuery(req)
    const { hits } = parseInput(CrawlerHits, parseJsonBody(req, await readBody(req, res)))
    sendJson(res, 202, { data: await services.collector.crawls(key.product, hits) })
  }
}

function recordPayment(services: IntakeServices): RequestHandler {
  return async (req, res) => {
    const key = keyOfKind(await admit(req, res, services), 'payment')
    refuseQuery(req)
    const payment = parseInput(Payment, parseJsonBody(req, await readBody(req, res)))
    const { replayed } = await services.collector.payment(key.product, payment, key.key)
    sendJson(res, replayed ? 200 : 201, { data: { id: payment.id, recorded: true, replayed } })
  }
}

const NO_QUERY = z.strictObject({})
const decodeNoQuery = queryDecoder(NO_QUERY)

/** These routes take no query parameters. */
function refuseQuery(req: Request): void {
  const { query, undecodable } = decodeNoQuery(queryOf(req))
  if (undecodable !== undefined) throw undecodable
  parseInput(NO_QUERY, query)
}

function keyOfKind(principal: Principal, kind: ProductKey['kind']) {
  if (principal.kind !== 'website_key' || principal.keyKind !== kind) {
    throw new CredentialNotAccepted(`Only a Website API key of the kind ${kind} is accepted here.`)
  }
  return principal
}

function originOf(req: Request): RequestOrigin {
  return {
    address: req.ip ?? '',
    userAgent: req.headers['user-agent'] ?? '',
    language: req.headers['accept-language'],
    proxy: proxyTrace(req),
  }
}

const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'] as const

/** What a proxy in front left behind: which hostname was asked, and whether the client's address came and was believed. */
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
