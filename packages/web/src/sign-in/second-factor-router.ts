import { openSecondStep, takeSecondStep } from '@footfall/accounts'
import { Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { pageHeaders, passkeyScript } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { type Said, said } from '../pages/words.ts'
import { factorSetupRouter } from './factor-setup-router.ts'
import { passkeyRouter } from './methods/passkey.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import { secondStepPage } from './second-factor-pages.ts'
import {
  CODE_LENGTH_MAX,
  countTry,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  queryOf,
  SECOND_STEP_PATH,
  type SignInServices,
  secondStepCookie,
  startSession,
  withNext,
} from './services.ts'

const WRONG_CODE = said('second_factor.wrong')

/** The second step of a sign-in, signing in with a passkey, and setting up the second factor that the service requires. */
export function secondFactorRouter(services: SignInServices): Router {
  const router = Router()
  const cookie = secondStepCookie(services)
  router.use(SECOND_STEP_PATH, pageHeaders, passkeyScript)

  const pageOf = async (challenge: string | undefined, next: string | undefined, problem?: Said) => {
    const step = await openSecondStep(services, challenge)
    return step && secondStepPage({ next, methods: step.methods, ...(problem !== undefined && { problem }) })
  }

  router.get(SECOND_STEP_PATH, async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const page = await pageOf(cookie.read(req), next)
    if (page === undefined) return res.redirect(303, withNext('/sign-in', next))
    return sendPage(res, page)
  })

  router.post(SECOND_STEP_PATH, async (req, res) => {
    const form = await ownForm(req, services)
    const next = returnPath(form.get('next'))
    await countTry(req, PASSWORD_TRIES, services)
    const challenge = cookie.read(req)
    const code = (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX)
    const outcome = await takeSecondStep(services, challenge, code, originOf(req, res, services))
    if (outcome.kind === 'signed_in') {
      cookie.clear(res)
      await startSession(req, res, services, outcome)
      return res.redirect(303, next ?? DASHBOARD)
    }
    const page = outcome.kind === 'wrong' ? await pageOf(challenge, next, WRONG_CODE) : undefined
    if (page !== undefined) return sendPage(res, page, 403)
    cookie.clear(res)
    return res.redirect(303, withNext('/sign-in', next))
  })

  router.use(passkeyRouter(services))
  router.use(factorSetupRouter(services))
  router.use(SECOND_STEP_PATH, pageErrors(services.log, services.clock))
  return router
}
