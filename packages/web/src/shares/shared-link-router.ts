import type { LinkPasswords } from '@footfall/accounts'
import {
  type Clock,
  InvalidRequest,
  NotFound,
  parseInput,
  type SharedLinkRecord,
  type Store,
} from '@footfall/core-domain'
import { keepUncompressed, requestId } from '@footfall/http-primitives'
import { type ErrorLog, parseJsonBody, rateLimitHeaders, receiveBody } from '@footfall/kernel'
import {
  type AdmissionServices,
  admitRequest,
  authenticateLink,
  execute,
  findActiveLink,
  hasPassed,
  type LinkProofs,
  OpenedShare,
  openShare,
  presentedLink,
  problemHandler,
  type Services,
} from '@footfall/operations'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { pageErrors } from '../pages/page-errors.ts'
import { sendPage } from '../pages/send-page.ts'
import { messagePage } from '../pages/sign-in-pages.ts'
import type { Page } from '../pages/words.ts'

/** The dashboard as the page of a shared link. */
export interface SharedDashboard {
  /** Sends its document, which search engines must not index. */
  send: RequestHandler
  /** The content security policy of the document, with the value of `frame-ancestors`. */
  policy(frameAncestors: string): string
}

export interface SharedLinkServices extends AdmissionServices {
  readonly operations: Services
  readonly store: Pick<Store, 'sharedLinks'> & AdmissionServices['store']
  readonly linkProofs: LinkProofs
  readonly linkPasswords: LinkPasswords
  readonly dashboard: SharedDashboard
  readonly clock: Clock
  readonly log: ErrorLog
}

export const SHARE_PATH = '/share'
const OPEN_PATH = `${SHARE_PATH}/open`
const PAGES = [`${SHARE_PATH}/:secret`, `${SHARE_PATH}/:secret/{*rest}`]
const BODY_BYTES_MAX = 4 * 1024

/** Pages of shared links, and the route that opens one before it requests reports. */
export function sharedLinkRouter(services: SharedLinkServices): Router {
  const { dashboard } = services
  const router = Router()
  router.use(SHARE_PATH, linkHeaders(dashboard))
  router.post(OPEN_PATH, openHandler(services))
  router.get(PAGES, async (req, res, next) => {
    const { secret } = req.params
    const record = typeof secret === 'string' ? await findActiveLink(secret, services) : undefined
    if (record === undefined) return sendNotFound(res)
    if (isEmbed(req)) allowFraming(res, record, dashboard)
    return dashboard.send(req, res, next)
  })
  router.use(OPEN_PATH, problemHandler(services.log, services.clock))
  router.use(SHARE_PATH, pageErrors(services.log, services.clock))
  return router
}

/** The same for links that work and for those that do not. The address holds the secret, so no other site gets it. */
function linkHeaders(dashboard: SharedDashboard): RequestHandler {
  const policy = dashboard.policy("'none'")
  return (_req, res, next) => {
    res.setHeader('Content-Security-Policy', policy)
    res.setHeader('X-Frame-Options', 'DENY')
    res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    res.setHeader('Referrer-Policy', 'no-referrer')
    res.setHeader('Cache-Control', 'private, no-store')
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    next()
  }
}

function isEmbed({ originalUrl }: Request): boolean {
  return new URL(originalUrl, 'http://localhost').searchParams.get('embed') === '1'
}

function allowFraming(res: Response, { link }: SharedLinkRecord, dashboard: SharedDashboard): void {
  if (link.embed_origins.length === 0) return
  res.setHeader('Content-Security-Policy', dashboard.policy(link.embed_origins.join(' ')))
  // It cannot list origins, and browsers that support `frame-ancestors` ignore it.
  res.removeHeader('X-Frame-Options')
}

function sendNotFound(res: Response): void {
  const page: Page = (words) => messagePage(words, words.say('share.not_found'), words.say('share.not_found_hint'))
  sendPage(res, page, 404)
}

const OpenBody = z.strictObject({ password: z.string().max(1024).optional() })

/**
 * Answers what the page shows, or that it needs a password first. For the right password it issues a proof, which the page then
 * presents with its secret. The proof is not a cookie, because browsers block those of framed pages.
 */
function openHandler(services: SharedLinkServices): RequestHandler {
  const { linkProofs, linkPasswords, operations } = services
  return async (req, res) => {
    keepUncompressed(res)
    const presented = presentedLink(req.headers.authorization)
    const record = presented && (await findActiveLink(presented.secret, services))
    if (presented === undefined || record === undefined) throw new NotFound()
    const { password } = parseInput(OpenBody, parseJsonBody(req, await receiveBody(req, BODY_BYTES_MAX)))
    if (password !== undefined && !(await linkPasswords.matches(record, password, req.ip)))
      throw new InvalidRequest([{ path: 'password', message: 'is not right' }])
    const proof = password === undefined ? presented.proof : linkProofs.issue(record)
    if (!hasPassed(record, proof, linkProofs)) return void res.json({ data: { state: 'password_required' } })
    const principal = await authenticateLink({ secret: presented.secret, proof }, services)
    for (const [name, value] of rateLimitHeaders(await admitRequest(principal, services, req.ip)))
      res.setHeader(name, value)
    const origin = { channel: 'dashboard', address: req.ip, requestId: requestId(res) } as const
    const input = { path: { product: principal.product }, query: {} }
    const outcome = await execute(openShare, principal, input, operations, { confirm: false }, origin)
    if (outcome.kind !== 'read') throw new TypeError('opening a link is a read')
    return void res.json({ data: { state: 'open', proof: proof ?? null, ...OpenedShare.parse(outcome.answer.data) } })
  }
}
