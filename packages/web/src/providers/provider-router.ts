import { reauthenticateWithIdentity, signInWithIdentity } from '@footfall/accounts'
import { InvalidRequest, InvalidToken, outagesOf, timestamp } from '@footfall/core-domain'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { allowOwnScript, pageHeaders } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { sessionOf } from '../sessions/browser-session.ts'
import { returnPath } from '../sign-in/return-path.ts'
import { continueSignIn, countTry, originOf, queryOf, type SignInServices } from '../sign-in/services.ts'
import { ProviderUnreachable } from './limited-fetch.ts'
import { type ProviderProblem, problemText } from './problems.ts'
import { confirmationPage, providerProblemPage } from './provider-pages.ts'
import { ProviderRejected } from './provider-rejected.ts'
import type { ProviderServices } from './provider-services.ts'
import type { OpenedSignIn } from './sign-in-states.ts'

const PROVIDER_PATH = '/sign-in/provider'
const PROVIDER_CALLBACK_PATH = `${PROVIDER_PATH}/callback`

/** Codes of some providers have more than a thousand characters. */
const PARAMETER = /^[\x20-\x7e]{1,8192}$/

/** Sign-in at the provider: the way there, and the redirect URI at which the browser comes back. */
export function providerRouter(services: ProviderServices): Router {
  const { cookie: sessionCookie, provider } = services
  const { client, states, cookie, name, log } = provider
  const router = Router()
  router.use(PROVIDER_PATH, pageHeaders, allowOwnScript)

  router.get(PROVIDER_PATH, counted('provider_sign_in', services), async (req, res) => {
    const query = strictQueryOf(req)
    const again = query.get('confirm') === '1'
    if (again && !isOpenedHere(req, services)) return problem(res, 'not_started_here')
    const session = again ? await sessionOf(req, services) : undefined
    if (again && session === undefined) throw new InvalidToken(false)
    const pending = cookie.begin(req)
    const purpose =
      session === undefined ? { kind: 'sign_in' as const } : { kind: 'confirm' as const, session: session.id }
    const issued = states.issue({ secret: pending.secret, session: session?.id }, purpose)
    const url = await client.authorizationUrl({ ...issued, redirectUri: redirectUri(req, services), again })
    const next = returnPath(query.get('next'))
    // A confirmation opens another window, and must keep the return path of a pending sign-in.
    cookie.set(res, again ? pending : { ...pending, newest: next === undefined ? undefined : { id: issued.id, next } })
    return res.redirect(303, url.href)
  })

  router.get(PROVIDER_CALLBACK_PATH, counted('provider_callback', services), async (req, res) => {
    const pending = cookie.read(req)
    const session = await sessionOf(req, services)
    const state = oneParameter(req, 'state')
    const opened = pending && states.open(state, { secret: pending.secret, session: session?.id })
    if (opened === undefined) return problem(res, 'not_started_here')
    const next = pending?.newest?.id === opened.id ? returnPath(pending.newest.next) : undefined
    if (opened.expired || !(await useOnce(opened, services))) return problem(res, 'expired', next)
    const answer = new URL(redirectUri(req, services))
    answer.search = strictQueryOf(req).toString()
    const identity = await client.identify(answer, opened)
    const origin = originOf(req, res, services)
    if (opened.purpose.kind === 'confirm') {
      if (session === undefined) return problem(res, 'not_started_here')
      const proof = { identity, askedAtMs: opened.startedAtMs }
      const confirmed = await reauthenticateWithIdentity(services, session, proof, origin)
      if (confirmed.kind === 'rejected') return problem(res, confirmed.reason)
      sessionCookie.set(res, confirmed.secret)
      return sendPage(res, confirmationPage)
    }
    const outcome = await signInWithIdentity(services, identity, provider, origin)
    if (outcome.kind === 'rejected') return problem(res, outcome.reason, next)
    return continueSignIn(req, res, services, outcome, next)
  })

  function problem(res: Response, reason: ProviderProblem, next?: string): void {
    log.info({ reason }, 'a sign-in at the provider was rejected')
    const { status, text } = problemText(reason, name)
    if (status === 503) res.setHeader('Retry-After', '30')
    sendPage(res, providerProblemPage({ problem: text, provider: name, next }), status)
  }

  router.use(PROVIDER_PATH, (error: unknown, _req: Request, res: Response, next: (error: unknown) => void) => {
    if (error instanceof ProviderUnreachable) {
      const message = 'The sign-in provider does not respond.'
      outagesOf(services.log, services.clock).repeated('sign_in_provider', { reason: error.message }, message)
      return problem(res, 'unreachable')
    }
    if (error instanceof ProviderRejected) {
      log.error({ reason: error.reason }, 'the answer of the sign-in provider was rejected')
      return problem(res, error.kind)
    }
    return next(error)
  })
  router.use(PROVIDER_PATH, pageErrors(services.log, services.clock))
  return router
}

/**
 * Whether a page of the service opened this address, or the person did: a link elsewhere must not ask people to confirm
 * something. Over plain HTTP browsers name the referrer only.
 */
function isOpenedHere(req: Request, { origins }: SignInServices): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { referer = '' } = req.headers
  return URL.canParse(referer) && origins.includes(new URL(referer).origin)
}

function counted(bucket: string, services: SignInServices): RequestHandler {
  return async (req, _res, next) => {
    await countTry(req, bucket, services)
    next()
  }
}

/** Committed before the code is redeemed, so that each answer counts once, also of two at the same time. */
function useOnce({ id, expiresAtMs }: OpenedSignIn, { store }: SignInServices): Promise<boolean> {
  return store.transaction((tx) => tx.store.secondFactors.useChallenge(id, timestamp(expiresAtMs)))
}

/** Uses one of the configured origins, never another host of a request. */
function redirectUri(req: Request, { origins }: SignInServices): string {
  const [first] = origins
  const here = origins.find((origin) => new URL(origin).host === req.headers.host) ?? first
  return `${here}${PROVIDER_CALLBACK_PATH}`
}

/** The parameters, none of which is repeated or malformed. */
function strictQueryOf(req: Request): URLSearchParams {
  const query = queryOf(req)
  for (const [name, value] of query)
    if (query.getAll(name).length > 1 || !PARAMETER.test(value))
      throw new InvalidRequest([{ path: name.slice(0, 40), message: 'is repeated or malformed' }])
  return query
}

function oneParameter(req: Request, name: string): string {
  return strictQueryOf(req).get(name) ?? ''
}
