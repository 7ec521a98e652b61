import type { Account } from '@footfall/core-domain'
import { keepUncompressed } from '@footfall/http-primitives'
import { KEPT_SECRET_PATH, type KeptSecrets } from '@footfall/operations'
import { type Request, type Response, Router } from 'express'
import {
  newSecretPage,
  noSecretPage,
  secretShownPage,
  shownBeforePage,
  signInAgainPage,
} from '../pages/new-secret-pages.ts'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import type { Page } from '../pages/words.ts'
import { sessionOf } from '../sessions/browser-session.ts'
import { ownForm } from '../sign-in/own-form.ts'
import { type SignInServices, withNext } from '../sign-in/services.ts'

export interface NewSecretServices
  extends Pick<SignInServices, 'sessions' | 'cookie' | 'origins' | 'callerOf' | 'clock' | 'log'> {
  readonly keptSecrets: Pick<KeptSecrets, 'stateOf' | 'take'>
}

/**
 * The page of a new secret that an application created. It needs a session of the account with a sign-in or reauthentication
 * in the last ten minutes; anybody else gets the page of an unknown secret. A button shows the secret, once, because programs
 * also open links.
 */
export function newSecretRouter(services: NewSecretServices): Router {
  const { keptSecrets } = services
  const router = Router()
  router.use(KEPT_SECRET_PATH, pageHeaders)

  const answer = async (res: Response, handle: string, account: Account, waiting: () => Promise<Page | undefined>) => {
    const state = await keptSecrets.stateOf(handle, account.id)
    const page = state === 'waiting' ? await waiting() : undefined
    if (state === 'none') return sendPage(res, noSecretPage, 404)
    sendPage(res, page ?? shownBeforePage)
  }

  router.get(`${KEPT_SECRET_PATH}/:handle`, async (req, res) => {
    const account = await recentAccount(req, res, services)
    if (account !== undefined) await answer(res, handleOf(req), account, async () => newSecretPage(account))
  })

  router.post(`${KEPT_SECRET_PATH}/:handle`, async (req, res) => {
    await ownForm(req, services)
    const account = await recentAccount(req, res, services)
    if (account === undefined) return
    await answer(res, handleOf(req), account, async () => {
      const secret = await keptSecrets.take(handleOf(req), account.id)
      // The length of a compressed page could reveal the secret in it (BREACH).
      keepUncompressed(res)
      return secret && secretShownPage(secret)
    })
  })

  router.use(KEPT_SECRET_PATH, pageErrors(services.log, services.clock))
  return router
}

/** The account of a recent session; undefined where the person was sent to sign in, and comes back. */
async function recentAccount(req: Request, res: Response, services: NewSecretServices): Promise<Account | undefined> {
  const { sessions } = services
  const session = await sessionOf(req, services)
  const back = `${KEPT_SECRET_PATH}/${encodeURIComponent(handleOf(req))}`
  if (session === undefined) {
    res.redirect(303, withNext('/sign-in', back))
    return undefined
  }
  if (await sessions.isRecent(session.id, sessions.reader)) return session.account
  sendPage(res, signInAgainPage(session.account, back), 403)
  return undefined
}

const handleOf = (req: Request): string => String(req.params.handle)
