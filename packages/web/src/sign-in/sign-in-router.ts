import { createFirstAccount, enterNewAccount, isFirstRun, type SignedIn, signIn, signOut } from '@footfall/accounts'
import { AlreadyExists, InvalidRequest } from '@footfall/core-domain'
import { type Request, type Response, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders } from '../pages/page-headers.ts'
import { signedInPage, signInPage, signUpClosedPage, signUpPage } from '../pages/sign-in-pages.ts'
import { isLocalRequest } from './local-request.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import { countTry, originOf, PASSWORD_TRIES, passwordsOnly, type SignInServices, startSession } from './services.ts'

const DASHBOARD = '/'

const WRONG_CREDENTIALS = 'Email or password is wrong.'

/** Pages to sign up, in and out. They work without JavaScript. */
export function signInRouter(services: SignInServices): Router {
  const { sessions, cookie, origins, provider } = services
  const router = Router()
  router.use(['/sign-in', '/sign-up', '/sign-out'], pageHeaders)

  const current = (req: Request) => {
    const secret = cookie.read(req)
    return secret === undefined ? undefined : sessions.find(secret)
  }
  const startSessionAndRedirect = async (req: Request, res: Response, signedIn: SignedIn, next: string | undefined) => {
    await startSession(req, res, services, signedIn)
    res.redirect(303, next ?? DASHBOARD)
  }

  router.get('/sign-in', async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const session = await current(req)
    if (session === undefined && provider?.only !== true && (await isFirstRun(services)))
      return res.redirect(303, withNext('/sign-up', next))
    if (session === undefined) return res.type('html').send(signInPage({ next, provider }))
    return res.redirect(303, next ?? DASHBOARD)
  })

  router.post(['/sign-in', '/sign-up'], passwordsOnly(services))

  router.post('/sign-in', async (req, res) => {
    const form = await ownForm(req, origins)
    const next = returnPath(form.get('next'))
    const email = form.get('email') ?? ''
    await countTry(req, PASSWORD_TRIES, services)
    const presented = { email, password: form.get('password') ?? '' }
    const signedIn = await signIn(services, presented, originOf(req, res, services))
    if (signedIn?.kind === 'signed_in') return startSessionAndRedirect(req, res, signedIn, next)
    return res
      .status(403)
      .type('html')
      .send(signInPage({ next, email, provider, problem: WRONG_CREDENTIALS }))
  })

  router.get('/sign-up', async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    if (provider?.only === true) return res.redirect(303, withNext('/sign-in', next))
    if (!(await isFirstRun(services))) return res.type('html').send(signUpClosedPage())
    return res.type('html').send(signUpPage({ next, wantsCode: !isLocalRequest(req, origins) }))
  })

  router.post('/sign-up', async (req, res) => {
    const form = await ownForm(req, origins)
    const next = returnPath(form.get('next'))
    const person = {
      email: form.get('email') ?? '',
      name: form.get('name') ?? '',
      password: form.get('password') ?? '',
    }
    await countTry(req, 'sign_up', services)
    if (!(await isFirstRun(services))) return res.status(403).type('html').send(signUpClosedPage())
    const { email, name } = person
    const wantsCode = !isLocalRequest(req, origins)
    const page = { next, email, name, wantsCode }
    // Checked before the rest of the form, so that strangers learn nothing from it.
    if (wantsCode && !services.setupCode.matches(form.get('setup_code') ?? '')) {
      const errors = [{ path: 'setup_code', message: 'is wrong' }]
      return res
        .status(403)
        .type('html')
        .send(signUpPage({ ...page, errors }))
    }
    try {
      const { account } = await createFirstAccount(services, person)
      return await startSessionAndRedirect(
        req,
        res,
        await enterNewAccount(services, account, originOf(req, res, services)),
        next,
      )
    } catch (error) {
      if (error instanceof AlreadyExists) return res.status(403).type('html').send(signUpClosedPage())
      if (!(error instanceof InvalidRequest)) throw error
      return res
        .status(400)
        .type('html')
        .send(signUpPage({ ...page, errors: error.errors }))
    }
  })

  /** For people who cannot use the menu of the dashboard. */
  router.get('/sign-out', async (req, res) => {
    const session = await current(req)
    if (session === undefined) return res.redirect(303, '/sign-in')
    return res.type('html').send(signedInPage(session.account))
  })

  router.post('/sign-out', async (req, res) => {
    const form = await ownForm(req, origins)
    const session = await current(req)
    const where = form.get('where') === 'everywhere' ? 'everywhere' : 'here'
    if (session !== undefined) await signOut(services, session, where, originOf(req, res, services))
    cookie.clear(res)
    res.redirect(303, withNext('/sign-in', returnPath(form.get('next'))))
  })

  router.use(['/sign-in', '/sign-up', '/sign-out'], pageErrors(services.log, services.clock))
  return router
}

function queryOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, 'http://localhost').searchParams
}

function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
}
