import { InvalidRequest } from '@footfall/core-domain'
import { requestId } from '@footfall/http-primitives'
import { type ErrorLog, receiveBody } from '@footfall/kernel'
import { nameOfSource, type UnsubscribeServices, type UnsubscribeTokens, unsubscribe } from '@footfall/operations'
import { type Request, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { unsubscribedPage, unsubscribePage } from '../pages/unsubscribe-pages.ts'
import { formIn } from '../sign-in/own-form.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'
const FORM = 'application/x-www-form-urlencoded'
const BODY_BYTES_MAX = 4 * 1024

export interface UnsubscribeRouterServices extends UnsubscribeServices {
  readonly tokens: UnsubscribeTokens
  readonly log: ErrorLog
}

/**
 * The links that end emails of reports and alerts. The token authorizes the request, so there is no sign-in and no origin check:
 * a mail provider posts on behalf of its user (RFC 8058). Only a POST changes anything.
 */
export function unsubscribeRouter(services: UnsubscribeRouterServices): Router {
  const { tokens } = services
  const router = Router()
  router.use(UNSUBSCRIBE_PATH, pageHeaders)

  router.get(`${UNSUBSCRIBE_PATH}/:token`, async (req, res) => {
    const { source, address } = tokens.open(tokenOf(req))
    sendPage(res, unsubscribePage(address, await nameOfSource(services, source)))
  })

  router.post(`${UNSUBSCRIBE_PATH}/:token`, async (req, res) => {
    const right = tokens.open(tokenOf(req))
    const from = await chosen(req)
    const name = await nameOfSource(services, right.source)
    await unsubscribe(services, right, from, { address: req.ip, requestId: requestId(res) })
    sendPage(res, unsubscribedPage(right.address, name, from))
  })

  router.use(UNSUBSCRIBE_PATH, pageErrors(services.log, services.clock))
  return router
}

const tokenOf = (req: Request): string => String(req.params.token)

/** `List-Unsubscribe=One-Click` of a mail provider ends the emails that it is about, as does an empty body. */
async function chosen(req: Request): Promise<'this' | 'all'> {
  const body = await receiveBody(req, BODY_BYTES_MAX)
  const from = req.is(FORM) ? (formIn(body).get('from') ?? 'this') : 'this'
  if (from !== 'this' && from !== 'all') throw new InvalidRequest([{ path: 'from', message: 'must be this or all' }])
  return from
}
