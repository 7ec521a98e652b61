import {
  type FoundSession,
  openSecondStep,
  passkeySignInOptions,
  recordPersonAct,
  signInWithPasskey,
  takeSecondStep,
} from '@footfall/accounts'
import {
  type AccountId,
  CredentialNotAccepted,
  InvalidRequest,
  InvalidToken,
  parseInput,
  ReauthenticationRequired,
  type Secret,
} from '@footfall/core-domain'
import { keepUncompressed } from '@footfall/http-primitives'
import { assertSameOrigin, parseJsonBody, problemHandler, receiveBody } from '@footfall/operations'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders, passkeyScript } from '../pages/page-headers.ts'
import { recoveryCodesPage, secondStepPage, setUpFactorPage } from '../pages/second-factor-pages.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import {
  assertPasswords,
  countTry,
  originOf,
  PASSWORD_TRIES,
  queryOf,
  SECOND_STEP_PATH,
  SETUP_PATH,
  type SignInServices,
  startSession,
  withNext,
} from './services.ts'

const DASHBOARD = '/'
const WRONG_CODE = 'The code is wrong, or was used already.'
const CODE_LENGTH_MAX = 64
const PASSKEY_PATHS = ['/sign-in/passkey', '/sign-in/passkey/options']
const PasskeyProof = z.strictObject({
  response: z.record(z.string(), z.unknown()),
  next: z.string().max(8_192).optional(),
})

/** Whether the person of a session without the required second factor may set one up in it. */
export async function maySetUpFactor(
  { store, sessions }: Pick<SignInServices, 'store' | 'sessions'>,
  { id, account }: FoundSession,
): Promise<boolean> {
  return (await sessions.isRecent(id, sessions.reader)) && !(await store.secondFactors.has(account.id))
}

/** The second step of a sign-in, signing in with a passkey, and setting up the second factor that the service requires. */
export function secondFactorRouter(services: SignInServices): Router {
  const router = Router()
  router.use([SECOND_STEP_PATH, SETUP_PATH], pageHeaders)
  router.use(SECOND_STEP_PATH, passkeyScript)
  addSecondStep(router, services)
  addPasskeySignIn(router, services)
  addSetup(router, services)
  router.use(PASSKEY_PATHS, problemHandler(services.log, services.clock))
  router.use([SECOND_STEP_PATH, SETUP_PATH], pageErrors(services.log, services.clock))
  return router
}

function addSecondStep(router: Router, services: SignInServices): void {
  const { challenges, origins, factorSettings } = services
  const pageOf = async (challenge: string | undefined, next: string | undefined, problem?: string) => {
    const step = await openSecondStep(services, challenge)
    if (step === undefined) return undefined
    const passkeys = step.passkeys && factorSettings.passkeysAvailable
    return secondStepPage({ next, ...step, passkeys, ...(problem !== undefined && { problem }) })
  }

  router.get(SECOND_STEP_PATH, async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const page = await pageOf(challenges.secondStep.read(req), next)
    if (page === undefined) return res.redirect(303, withNext('/sign-in', next))
    return res.type('html').send(page)
  })

  router.post(SECOND_STEP_PATH, async (req, res) => {
    const form = await ownForm(req, origins)
    const next = returnPath(form.get('next'))
    await countTry(req, PASSWORD_TRIES, services)
    const challenge = challenges.secondStep.read(req)
    const code = (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX)
    const outcome = await takeSecondStep(services, challenge, code, originOf(req, res, services))
    if (outcome.kind === 'signed_in') {
      challenges.secondStep.clear(res)
      await startSession(req, res, services, outcome)
      return res.redirect(303, next ?? DASHBOARD)
    }
    const page = outcome.kind === 'wrong' ? await pageOf(challenge, next, WRONG_CODE) : undefined
    if (page !== undefined) return res.status(403).type('html').send(page)
    challenges.secondStep.clear(res)
    return res.redirect(303, withNext('/sign-in', next))
  })
}

function addPasskeySignIn(router: Router, services: SignInServices): void {
  const { challenges, origins, provider } = services
  /** Whoever left the provider must not get in with a passkey alone; as a second step it is welcome. */
  const onlyAccount = async (req: Request): Promise<AccountId | undefined> => {
    if (provider?.only !== true) return undefined
    const step = await openSecondStep(services, challenges.secondStep.read(req))
    if (step === undefined) assertPasswords(services)
    return step?.account.id
  }
  const guards: RequestHandler[] = [
    async (req, res, next) => {
      res.setHeader('Cache-Control', 'private, no-store')
      // A request with `Authorization` is judged by that alone, whatever its cookie.
      if (req.headers.authorization !== undefined) throw new CredentialNotAccepted()
      assertSameOrigin(req, origins)
      await countTry(req, PASSWORD_TRIES, services)
      await onlyAccount(req)
      req.body = parseJsonBody(req, await receiveBody(req))
      next()
    },
  ]

  router.post('/sign-in/passkey/options', ...guards, async (_req, res) => {
    const { options, challenge } = await passkeySignInOptions(services)
    challenges.passkey.set(res, challenge)
    res.json({ data: { options } })
  })

  router.post('/sign-in/passkey', ...guards, async (req, res) => {
    const { response, next } = parseInput(PasskeyProof, req.body)
    const signedIn = await signInWithPasskey(
      services,
      challenges.passkey.read(req),
      response,
      originOf(req, res, services),
      await onlyAccount(req),
    )
    challenges.passkey.clear(res)
    if (signedIn === undefined)
      throw new InvalidRequest(
        [{ path: 'response', message: 'could not be verified' }],
        'This passkey does not sign in here. Try again, or sign in with your password.',
      )
    challenges.secondStep.clear(res)
    await startSession(req, res, services, signedIn)
    res.json({ data: { next: returnPath(next) ?? DASHBOARD } })
  })
}

function addSetup(router: Router, services: SignInServices): void {
  const { cookie, sessions, origins, factorSettings } = services
  /** The session that may set up a factor; undefined for every other. */
  const settingUp = async (req: Request): Promise<FoundSession | undefined> => {
    const secret = cookie.read(req)
    const session = secret === undefined ? undefined : await sessions.findAny(secret)
    return session?.lacksSecondFactor && (await maySetUpFactor(services, session)) ? session : undefined
  }

  router.get(SETUP_PATH, async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const session = await settingUp(req)
    if (session === undefined) return res.redirect(303, withNext('/sign-in', next))
    keepUncompressed(res)
    return res.type('html').send(setUpFactorPage({ next, ...factorSettings.setUpAuthenticator(session.account) }))
  })

  router.post(SETUP_PATH, async (req, res) => {
    const form = await ownForm(req, origins)
    const next = returnPath(form.get('next'))
    await countTry(req, PASSWORD_TRIES, services)
    const session = await settingUp(req)
    if (session === undefined) return res.redirect(303, withNext('/sign-in', next))
    keepUncompressed(res)
    const given = { setup: form.get('setup') ?? '', code: (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX) }
    let codes: Secret | undefined
    try {
      codes = await addFactor(req, res, services, session, given)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      const problem = 'The code is wrong, or this page was open for too long. Scan the new QR code and try again.'
      const page = setUpFactorPage({ next, ...factorSettings.setUpAuthenticator(session.account), problem })
      return res.status(400).type('html').send(page)
    }
    const shown = codes?.reveal().split('\n') ?? []
    return res.type('html').send(recoveryCodesPage({ next: next ?? DASHBOARD, codes: shown }))
  })
}

function addFactor(
  req: Request,
  res: Response,
  services: SignInServices,
  { id, account }: FoundSession,
  given: { readonly setup: string; readonly code: string },
): Promise<Secret | undefined> {
  const { store, sessions, factorSettings } = services
  return store.transaction(async (tx) => {
    if (!(await sessions.isLive(id, tx.sessions))) throw new InvalidToken(true)
    if (!(await sessions.isRecent(id, tx.sessions))) throw new ReauthenticationRequired()
    const factor = await factorSettings.addAuthenticator(given, { ...account, session: id }, tx.store)
    const codes = await factor.commit(tx)
    const act = {
      operation: 'dashboard_authenticator_add',
      account,
      session: id,
      summary: `Add an authenticator app to the account ${account.email}.`,
      changes: [{ path: 'authenticator', from: null, to: 'added' }],
    }
    await recordPersonAct(tx, services, act, originOf(req, res, services))
    return codes
  })
}
