import { createFirstAccount, isFirstRun, type Sessions, signIn } from '@footfall/accounts'
import {
  AlreadyExists,
  type Clock,
  clientNetwork,
  InvalidRequest,
  type RandomSource,
  RateLimited,
  type RateLimiter,
  type Secret,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { ErrorLog } from '@footfall/rest-adapter'
import { type Request, type Response, Router } from 'express'
import { ownForm } from './own-form.ts'
import { pageErrors } from './page-errors.ts'
import { pageHeaders } from './page-headers.ts'
import { signedInPage, signInPage, signUpClosedPage, signUpPage } from './pages.ts'
import { returnPath } from './return-path.ts'
import type { SessionCookie } from './session-cookie.ts'

export interface SignInServices {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  readonly clock: Clock
  readonly random: RandomSource
  readonly rateLimiter: RateLimiter
  /** Tries per minute and address; 0 switches the limit off. */
  readonly triesPerMinute: number
  /** Origins whose pages are ours. */
  readonly origins: readonly string[]
  readonly log: ErrorLog
}

/** Where people go who wanted nowhere in particular: the dashboard. */
const START = '/'

const WRONG = 'The e-mail address or the password is not right.'

/** Pages on which people sign up, in and out. They work without JavaScript. */
export function signInRouter(services: SignInServices): Router {
  const { store, sessions, cookie, origins } = services
  const router = Router()
  router.use(['/sign-in', '/sign-up', '/sign-out'], pageHeaders)

  const current = (req: Request) => {
    const secret = cookie.read(req)
    return secret === undefined ? undefined : sessions.find(secret)
  }
  const enter = async (req: Request, res: Response, secret: Secret, next: string | undefined) => {
    const before = cookie.read(req)
    if (before !== undefined) await sessions.end(before)
    cookie.set(res, secret)
    res.redirect(303, next ?? START)
  }

  router.get('/sign-in', async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const session = await current(req)
    if (session === undefined && (await isFirstRun(services))) return res.redirect(303, withNext('/sign-up', next))
    if (session === undefined) return res.type('html').send(signInPage({ next }))
    return res.redirect(303, next ?? START)
  })

  router.post('/sign-in', async (req, res) => {
    const form = await ownForm(req, res, origins)
    const next = returnPath(form.get('next'))
    const email = form.get('email') ?? ''
    await countTry(req, 'sign_in', services)
    const signedIn = await signIn({ store, sessions }, { email, password: form.get('password') ?? '' })
    if (signedIn !== undefined) return enter(req, res, signedIn.secret, next)
    return res
      .status(403)
      .type('html')
      .send(signInPage({ next, email, problem: WRONG }))
  })

  router.get('/sign-up', async (req, res) => {
    if (!(await isFirstRun(services))) return res.type('html').send(signUpClosedPage())
    return res.type('html').send(signUpPage({ next: returnPath(queryOf(req).get('next')) }))
  })

  router.post('/sign-up', async (req, res) => {
    const form = await ownForm(req, res, origins)
    const next = returnPath(form.get('next'))
    const person = {
      email: form.get('email') ?? '',
      name: form.get('name') ?? '',
      password: form.get('password') ?? '',
    }
    await countTry(req, 'sign_up', services)
    if (!(await isFirstRun(services))) return res.status(403).type('html').send(signUpClosedPage())
    try {
      const { account } = await createFirstAccount(services, person)
      return await enter(req, res, await sessions.begin(account), next)
    } catch (error) {
      if (error instanceof AlreadyExists) return res.status(403).type('html').send(signUpClosedPage())
      if (!(error instanceof InvalidRequest)) throw error
      const { email, name } = person
      return res
        .status(400)
        .type('html')
        .send(signUpPage({ next, email, name, errors: error.errors }))
    }
  })

  /** The way out for whoever cannot use the dashboard's menu. */
  router.get('/sign-out', async (req, res) => {
    const session = await current(req)
    if (session === undefined) return res.redirect(303, '/sign-in')
    return res.type('html').send(signedInPage(session.account))
  })

  router.post('/sign-out', async (req, res) => {
    const form = await ownForm(req, res, origins)
    const session = await current(req)
    if (session !== undefined && form.get('where') === 'everywhere') await sessions.endAll(session.account)
    const secret = cookie.read(req)
    if (secret !== undefined) await sessions.end(secret)
    cookie.clear(res)
    res.redirect(303, withNext('/sign-in', returnPath(form.get('next'))))
  })

  router.use(['/sign-in', '/sign-up', '/sign-out'], pageErrors(services.log))
  return router
}

function queryOf(req: Request): URLSearchParams {
  return new URL(req.originalUrl, 'http://here.invalid').searchParams
}

function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
}

/** Counts a guess at a secret against the address that it came from. Throws `RateLimited`. */
export async function countTry(
  req: Request,
  bucket: string,
  { rateLimiter, triesPerMinute }: Pick<SignInServices, 'rateLimiter' | 'triesPerMinute'>,
): Promise<void> {
  if (triesPerMinute === 0) return
  const { allowed, resetSeconds } = await rateLimiter.consume(bucket, clientNetwork(req.ip ?? ''), triesPerMinute)
  if (!allowed) throw new RateLimited(resetSeconds)
}
