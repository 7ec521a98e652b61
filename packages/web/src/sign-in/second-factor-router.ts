import { openSecondStep, passkeySignInOptions, signInWithPasskey, takeSecondStep } from '@footfall/accounts'
import { type AccountId, CredentialNotAccepted, InvalidRequest, parseInput } from '@footfall/core-domain'
import { assertSameOrigin, parseJsonBody, receiveBody } from '@footfall/kernel'
import { problemHandler } from '@footfall/operations'
import { type Request, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders, passkeyScript } from '../pages/page-headers.ts'
import { secondStepPage } from '../pages/second-factor-pages.ts'
import { factorSetupRouter } from './factor-setup-router.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import {
  assertPasswords,
  CODE_LENGTH_MAX,
  countTry,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  queryOf,
  SECOND_STEP_PATH,
  type SignInServices,
  startSession,
  withNext,
} from './services.ts'

const WRONG_CODE = 'The code is wrong, or was used already. Enter the newest code of your app, or a recovery code.'
const PASSKEY_PATHS = ['/sign-in/passkey', '/sign-in/passkey/options']
const PasskeyProof = z.strictObject({
  response: z.record(z.string(), z.unknown()),
  next: z.string().max(8_192).optional(),
})

/** The second step of a sign-in, signing in with a passkey, and setting up the second factor that the service requires. */
export function secondFactorRouter(services: SignInServices): Router {
  const router = Router()
  router.use(SECOND_STEP_PATH, pageHeaders)
  router.use(SECOND_STEP_PATH, passkeyScript)
  addSecondStep(router, services)
  addPasskeySignIn(router, services)
  router.use(factorSetupRouter(services))
  router.use(PASSKEY_PATHS, problemHandler(services.log, services.clock))
  router.use(SECOND_STEP_PATH, pageErrors(services.log, services.clock))
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
