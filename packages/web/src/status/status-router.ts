import type { AccountId, ServiceStatus } from '@footfall/core-domain'
import { type RequestHandler, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { statusPage } from '../pages/status-page.ts'
import { sessionOf } from '../sessions/browser-session.ts'
import { type SignInServices, withNext } from '../sign-in/services.ts'

export interface StatusPageServices extends Pick<SignInServices, 'sessions' | 'cookie' | 'clock' | 'log'> {
  /** The accounts that see the status. Without any, there is no such page. */
  readonly operators: readonly AccountId[]
  read(): Promise<ServiceStatus>
}

const PAGE = '/status'
const DOCUMENT = '/status.json'

/**
 * The status of the service, as a page and as JSON, in a session of an operator. For anybody else who is signed in there is
 * nothing at these addresses; a browser without a session is sent to the sign-in.
 */
export function statusRouter(services: StatusPageServices): Router {
  const operators: ReadonlySet<string> = new Set(services.operators)
  const router = Router()
  if (operators.size === 0) return router

  const operatorsOnly: RequestHandler = async (req, res, next) => {
    const session = await sessionOf(req, services)
    if (session === undefined && req.path === PAGE) return res.redirect(303, withNext('/sign-in', PAGE))
    next(session !== undefined && operators.has(session.account.id) ? undefined : 'router')
  }
  router.get(PAGE, pageHeaders, operatorsOnly, async (_req, res) => {
    sendPage(res, statusPage(await services.read()))
  })
  router.get(DOCUMENT, pageHeaders, operatorsOnly, async (_req, res) => {
    res.json(await services.read())
  })
  router.use(PAGE, pageErrors(services.log, services.clock))
  return router
}
