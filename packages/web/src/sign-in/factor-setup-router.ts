import { type FoundSession, recordPersonAct } from '@footfall/accounts'
import { type Account, InvalidRequest, ReauthenticationRequired, type Secret } from '@footfall/core-domain'
import { keepUncompressed } from '@footfall/http-primitives'
import { type Request, type Response, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { allowOwnScript, pageHeaders } from '../pages/page-headers.ts'
import { sendPage } from '../pages/send-page.ts'
import { type Said, said } from '../pages/words.ts'
import { anySessionOf } from '../sessions/browser-session.ts'
import { authenticatorApp } from './methods/authenticator-app.ts'
import type { FactorSetUp } from './methods/factor-pages.ts'
import { FACTOR_PAGES } from './methods/registry.ts'
import { ownForm } from './own-form.ts'
import { recoveryCodesPage } from './recovery-codes-page.ts'
import { returnPath } from './return-path.ts'
import { PROBLEM, setUpFactorPage } from './second-factor-pages.ts'
import {
  countTry,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  queryOf,
  SETUP_PATH,
  type SignInServices,
  withNext,
} from './services.ts'

const SET_UPS = FACTOR_PAGES.flatMap(({ setUp = [] }) => setUp)

/** Whether the person of a session without the required second factor may set one up in it. */
export async function maySetUpFactor(
  { store, sessions }: Pick<SignInServices, 'store' | 'sessions'>,
  { id, account }: FoundSession,
): Promise<boolean> {
  return (await sessions.isRecent(id, sessions.reader)) && !(await store.secondFactors.has(account.id))
}

/** The page where a person sets up the second factor that the service requires. */
export function factorSetupRouter(services: SignInServices): Router {
  const router = Router()
  router.use(SETUP_PATH, pageHeaders, allowOwnScript)
  const pageOf = async (account: Account, next: string | undefined, problem?: Said) => {
    const describedBy = problem === undefined ? undefined : PROBLEM
    const forms = SET_UPS.map((setUp) => setUp.form({ services, account, next, describedBy }))
    return setUpFactorPage(await Promise.all(forms), problem)
  }
  const settingUp = async (req: Request): Promise<FoundSession | undefined> => {
    const session = await anySessionOf(req, services)
    return session?.lacksSecondFactor && (await maySetUpFactor(services, session)) ? session : undefined
  }

  router.get(SETUP_PATH, async (req, res) => {
    const next = returnPath(queryOf(req).get('next'))
    const session = await settingUp(req)
    if (session === undefined) return res.redirect(303, withNext('/sign-in', next))
    keepUncompressed(res)
    return sendPage(res, await pageOf(session.account, next))
  })

  router.post(SETUP_PATH, async (req, res) => {
    const form = await ownForm(req, services)
    const next = returnPath(form.get('next'))
    await countTry(req, PASSWORD_TRIES, services)
    const session = await settingUp(req)
    if (session === undefined) return res.redirect(303, withNext('/sign-in', next))
    keepUncompressed(res)
    const setUp = SET_UPS.find(({ field }) => form.has(field)) ?? authenticatorApp.setUp
    let codes: Secret | undefined
    try {
      codes = await addFactor(req, res, services, session, setUp, form)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      const page = await pageOf(session.account, next, said(setUp.problem))
      return sendPage(res, page, 400)
    }
    const shown = codes?.reveal().split('\n') ?? []
    return sendPage(res, recoveryCodesPage({ next: next ?? DASHBOARD, codes: shown }))
  })

  router.use(SETUP_PATH, pageErrors(services.log, services.clock))
  return router
}

function addFactor(
  req: Request,
  res: Response,
  services: SignInServices,
  { id, account }: FoundSession,
  setUp: FactorSetUp,
  form: URLSearchParams,
): Promise<Secret | undefined> {
  const { store, sessions, factorSettings } = services
  return store.transaction(async (tx) => {
    await sessions.assertLive(id, tx.sessions)
    if (!(await sessions.isRecent(id, tx.sessions))) throw new ReauthenticationRequired()
    const factor = await setUp.add(form, factorSettings, { ...account, session: id }, tx)
    const codes = await factor.commit(tx)
    const { summary, changes } = factor
    const act = { operation: setUp.operation, summary, changes, account, session: id }
    await recordPersonAct(tx, services, act, originOf(req, res, services))
    return codes
  })
}
