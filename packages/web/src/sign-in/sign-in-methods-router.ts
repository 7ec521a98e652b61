import { signInMethods } from '@footfall/accounts'
import { InvalidToken } from '@footfall/core-domain'
import { problemHandler } from '@footfall/operations'
import { Router } from 'express'
import { sessionOf } from '../sessions/browser-session.ts'
import { byCookieOnly } from './json-requests.ts'
import type { SignInServices } from './services.ts'

const PATH = '/account/sign-in-methods'

/** How the signed-in person can sign in, for the dashboard. */
export function signInMethodsRouter(services: SignInServices): Router {
  const { store, provider, log, clock } = services
  const router = Router()
  router.get(PATH, byCookieOnly, async (req, res) => {
    const session = await sessionOf(req, services)
    if (session === undefined) throw new InvalidToken(false)
    res.json({ data: await signInMethods(store, session.account, provider) })
  })
  router.use(PATH, problemHandler(log, clock))
  return router
}
