import { signInMethods } from '@footfall/accounts'
import { CredentialNotAccepted, InvalidToken } from '@footfall/core-domain'
import { problemHandler } from '@footfall/operations'
import { Router } from 'express'
import type { SignInServices } from './services.ts'

const PATH = '/account/sign-in-methods'

/** How the signed-in person can sign in, for the dashboard. */
export function signInMethodsRouter(services: SignInServices): Router {
  const { store, sessions, cookie, provider, log, clock } = services
  const router = Router()
  router.get(PATH, async (req, res) => {
    res.setHeader('Cache-Control', 'private, no-store')
    if (req.headers.authorization !== undefined) throw new CredentialNotAccepted()
    const secret = cookie.read(req)
    const session = secret === undefined ? undefined : await sessions.find(secret)
    if (session === undefined) throw new InvalidToken(false)
    res.json({ data: await signInMethods(store, session.account, provider) })
  })
  router.use(PATH, problemHandler(log, clock))
  return router
}
