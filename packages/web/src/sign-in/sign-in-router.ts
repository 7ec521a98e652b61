import { createFirstAccount, enterNewAccount, isFirstRun, signIn, signOut } from '@footfall/accounts'
import { AlreadyExists, InvalidRequest } from '@footfall/core-domain'
import { Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders, passkeyScript } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { signedInPage, signInPage, signUpClosedPage, signUpPage } from '../pages/sign-in-pages.ts'
import { type Said, said, type Words } from '../pages/words.ts'
import { anySessionOf } from '../sessions/browser-session.ts'
import { maySetUpFactor } from './factor-setup-router.ts'
import { isLocalRequest } from './local-request.ts'
import { passkeyButton } from './methods/passkey.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import {
  continueSignIn,
  countTry,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  passwordsOnly,
  queryOf,
  SETUP_PATH,
  type SignInServices,
  withNext,
} from './services.ts'

const WRONG_CREDENTIALS = said('sign_in.wrong')

/** Pages to sign up, in and out. They work without JavaScript. */
export function signInRouter(services: SignInServices): Router {
  const { cookie, origins, provider } = services
  const hasPasskeys = services.factorSettings.passkeysAvailable && provider?.only !== true
  const pageOf = (form: { next: string | undefined; email?: string; problem?: Said }) => {
    const button = (words: Words) => passkeyButton(form.next, words, provider === undefined)
    return signInPage({ ...form, provider, ...(hasPasskeys && { button }) })
  }
  const router = Router()
  router.use(['/sign-in', '/sign-up', '/sign-out'], pageHeaders)
  router.use('/sign-in', passkeyScript)

  router.get('/sign-in', async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const session = await anySessionOf(req, services)
    if (session === undefined && provider?.only !== true && (await isFirstRun(services)))
      return res.redirect(303, withNext('/sign-up', next))
    if (session?.lacksSecondFactor && (await maySetUpFactor(services, session)))
      return res.redirect(303, withNext(SETUP_PATH, next))
    if (session === undefined || session.lacksSecondFactor) return sendPage(res, pageOf({ next }))
    return res.redirect(303, next ?? DASHBOARD)
  })

  router.post(['/sign-in', '/sign-up'], passwordsOnly(services))

  router.post('/sign-in', async (req, res) => {
    const form = await ownForm(req, services)
    const next = returnPath(form.get('next'))
    const email = form.get('email') ?? ''
    await countTry(req, PASSWORD_TRIES, services)
    const presented = { email, password: form.get('password') ?? '' }
    const outcome = await signIn(services, presented, originOf(req, res, services))
    if (outcome !== undefined) return continueSignIn(req, res, services, outcome, next)
    return sendPage(res, pageOf({ next, email, problem: WRONG_CREDENTIALS }), 403)
  })

  router.get('/sign-up', async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    if (provider?.only === true) return res.redirect(303, withNext('/sign-in', next))
    if (!(await isFirstRun(services))) return sendPage(res, signUpClosedPage)
    return sendPage(res, signUpPage({ next, wantsCode: !isLocalRequest(req, origins) }))
  })

  router.post('/sign-up', async (req, res) => {
    const form = await ownForm(req, services)
    const next = returnPath(form.get('next'))
    const person = {
      email: form.get('email') ?? '',
      name: form.get('name') ?? '',
      password: form.get('password') ?? '',
    }
    await countTry(req, 'sign_up', services)
    if (!(await isFirstRun(services))) return sendPage(res, signUpClosedPage, 403)
    const { email, name } = person
    const wantsCode = !isLocalRequest(req, origins)
    const page = { next, email, name, wantsCode }
    // Checked before the rest of the form, so that strangers learn nothing from it.
    if (wantsCode && !services.setupCode.matches(form.get('setup_code') ?? '')) {
      const errors = [{ path: 'setup_code', message: 'is wrong; enter the one that the log of the service shows' }]
      return sendPage(res, signUpPage({ ...page, errors }), 403)
    }
    try {
      const { account } = await createFirstAccount(services, person)
      const entered = await enterNewAccount(services, account, originOf(req, res, services))
      return await continueSignIn(req, res, services, entered, next)
    } catch (error) {
      if (error instanceof AlreadyExists) return sendPage(res, signUpClosedPage, 403)
      if (!(error instanceof InvalidRequest)) throw error
      return sendPage(res, signUpPage({ ...page, errors: error.errors }), 400)
    }
  })

  /** For people who cannot use the menu of the dashboard. */
  router.get('/sign-out', async (req, res) => {
    const session = await anySessionOf(req, services)
    if (session === undefined) return res.redirect(303, '/sign-in')
    return sendPage(res, signedInPage(session.account))
  })

  router.post('/sign-out', async (req, res) => {
    const form = await ownForm(req, services)
    const session = await anySessionOf(req, services)
    const where = form.get('where') === 'everywhere' ? 'everywhere' : 'here'
    if (session !== undefined) await signOut(services, session, where, originOf(req, res, services))
    cookie.clear(res)
    res.redirect(303, withNext('/sign-in', returnPath(form.get('next'))))
  })

  router.use(['/sign-in', '/sign-up', '/sign-out'], pageErrors(services.log, services.clock))
  return router
}
