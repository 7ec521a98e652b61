import { type FoundSession, recordPersonAct } from '@footfall/accounts'
import {
  type Account,
  InvalidRequest,
  InvalidToken,
  ReauthenticationRequired,
  type Secret,
} from '@footfall/core-domain'
import { keepUncompressed } from '@footfall/http-primitives'
import { type Request, type Response, Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { allowOwnScript, pageHeaders } from '../pages/page-headers.ts'
import { recoveryCodesPage, setUpFactorPage } from '../pages/second-factor-pages.ts'
import { ownForm } from './own-form.ts'
import { returnPath } from './return-path.ts'
import {
  CODE_LENGTH_MAX,
  countTry,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  queryOf,
  SETUP_PATH,
  type SignInServices,
  withNext,
} from './services.ts'

const NO_FACTOR = {
  authenticator: 'The code is wrong, or this page was open for too long. Scan the new QR code and try again.',
  passkey: 'The passkey could not be verified, or this page was open for too long. Try again.',
}

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
  const { cookie, sessions, origins, factorSettings, store } = services
  const pageOf = async (account: Account, next: string | undefined, problem?: string) =>
    setUpFactorPage({
      next,
      ...factorSettings.setUpAuthenticator(account),
      passkey: factorSettings.passkeysAvailable ? await factorSettings.setUpPasskey(account, store) : undefined,
      ...(problem !== undefined && { problem }),
    })
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
    return res.type('html').send(await pageOf(session.account, next))
  })

  router.post(SETUP_PATH, async (req, res) => {
    const form = await ownForm(req, origins)
    const next = returnPath(form.get('next'))
    await countTry(req, PASSWORD_TRIES, services)
    const session = await settingUp(req)
    if (session === undefined) return res.redirect(303, withNext('/sign-in', next))
    keepUncompressed(res)
    const given = givenFactor(form)
    let codes: Secret | undefined
    try {
      codes = await addFactor(req, res, services, session, given)
    } catch (error) {
      if (!(error instanceof InvalidRequest)) throw error
      const page = await pageOf(session.account, next, NO_FACTOR[given.kind])
      return res.status(400).type('html').send(page)
    }
    const shown = codes?.reveal().split('\n') ?? []
    return res.type('html').send(recoveryCodesPage({ next: next ?? DASHBOARD, codes: shown }))
  })

  router.use(SETUP_PATH, pageErrors(services.log, services.clock))
  return router
}

/** What the person sent of a new second factor: the form of passkeys has the field `passkey`. */
type GivenFactor =
  | { readonly kind: 'authenticator'; readonly setup: string; readonly code: string }
  | { readonly kind: 'passkey'; readonly setup: string; readonly response: unknown }

function givenFactor(form: URLSearchParams): GivenFactor {
  const [setup, passkey] = [form.get('setup') ?? '', form.get('passkey')]
  if (passkey !== null) return { kind: 'passkey', setup, response: parsedJson(passkey) }
  return { kind: 'authenticator', setup, code: (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX) }
}

const FIRST_PASSKEY = 'Passkey'
/** How the audit log tells of a new factor: as of one that is added in the dashboard. */
const ADDED = {
  authenticator: ({ email }: Account) => ({
    operation: 'dashboard_authenticator_add',
    summary: `Add an authenticator app to the account ${email}.`,
    changes: [{ path: 'authenticator', from: null, to: 'added' }],
  }),
  passkey: ({ email }: Account) => ({
    operation: 'dashboard_passkeys_add',
    summary: `Add the passkey “${FIRST_PASSKEY}” to the account ${email}.`,
    changes: [{ path: 'name', from: null, to: FIRST_PASSKEY }],
  }),
}

/** Undefined, which no passkey is, for what is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addFactor(
  req: Request,
  res: Response,
  services: SignInServices,
  { id, account }: FoundSession,
  given: GivenFactor,
): Promise<Secret | undefined> {
  const { store, sessions, factorSettings } = services
  return store.transaction(async (tx) => {
    if (!(await sessions.isLive(id, tx.sessions))) throw new InvalidToken(true)
    if (!(await sessions.isRecent(id, tx.sessions))) throw new ReauthenticationRequired()
    const setter = { ...account, session: id }
    const factor =
      given.kind === 'passkey'
        ? await factorSettings.addPasskey({ ...given, name: FIRST_PASSKEY }, setter, tx.store)
        : await factorSettings.addAuthenticator(given, setter, tx.store)
    const codes = await factor.commit(tx)
    const act = { ...ADDED[given.kind](account), account, session: id }
    await recordPersonAct(tx, services, act, originOf(req, res, services))
    return codes
  })
}
