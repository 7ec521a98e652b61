import {
  changePassword,
  enterNewAccount,
  type Invitations,
  type PresentedInvitation,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  reauthenticationOptions,
  type SignedInSession,
  signInMethods,
} from '@footfall/accounts'
import { InvalidRequest, InvalidToken, parseInput } from '@footfall/core-domain'
import { problemHandler } from '@footfall/operations'
import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { sessionOf } from '../sessions/browser-session.ts'
import { byCookieOnly, ownJson } from './json-requests.ts'
import {
  assertPasswords,
  originOf,
  PASSWORD_TRIES,
  passwordsOnly,
  type SignInServices,
  startSession,
} from './services.ts'

export interface PeopleServices extends SignInServices {
  readonly invitations: Invitations
}

const invitation = { member: z.string().max(64), code: z.string().max(128) }
const Look = z.strictObject(invitation)
const Accept = z.strictObject({ ...invitation, name: z.string().optional(), password: z.string().optional() })
const Reauthentication = z.union([
  z.strictObject({ password: z.string().max(1_024), code: z.string().max(64).optional() }),
  z.strictObject({ challenge: z.string().max(2_048), passkey: z.unknown() }),
])
const Password = z.strictObject({
  current_password: z.string().max(1_024),
  new_password: z.string(),
  end_credentials: z.boolean().default(true),
})

/**
 * Accepting invitations, ways to sign in, reauthentication and changing the password, as JSON for the dashboard. Each request
 * with a secret that could be guessed counts towards the limit of its network.
 */
export function peopleRouter(services: PeopleServices): Router {
  const { invitations, cookie, device } = services
  const router = Router()
  router.post('/invitations/look', ...ownJson(services, 'invitation'), async (req, res) => {
    const view = await invitations.look(parseInput(Look, req.body))
    const session = await sessionOf(req, services)
    const passwords = services.provider?.only !== true
    res.json({ data: { ...view, passwords, ...(session !== undefined && { signed_in_as: session.account.email }) } })
  })

  router.post('/invitations/accept', ...ownJson(services, 'invitation'), async (req, res) => {
    const { name, password, ...link } = parseInput(Accept, req.body)
    const person = newPerson(name, password)
    if (person === undefined) return acceptAsSignedIn(req, res, link)
    assertPasswords(services)
    const { account, ...joined } = await invitations.acceptAsNew(link, person, originOf(req, res, services))
    await startSession(req, res, services, await enterNewAccount(services, account, originOf(req, res, services)))
    return res.status(201).json({ data: joined })
  })

  router.post('/account/reauthenticate', ...ownJson(services, PASSWORD_TRIES), async (req, res) => {
    const session = await signedIn(req)
    const given = parseInput(Reauthentication, req.body)
    if ('password' in given) assertPasswords(services)
    const origin = originOf(req, res, services)
    const secret =
      'password' in given
        ? await reauthenticateWithPassword(services, session, { password: given.password, code: given.code }, origin)
        : await reauthenticateWithPasskey(
            services,
            session,
            { challenge: given.challenge, response: given.passkey },
            origin,
          )
    cookie.set(res, secret)
    res.json({ data: { authenticated: true } })
  })

  /** How the signed-in person can sign in. */
  router.get('/account/sign-in-methods', byCookieOnly(services), async (req, res) => {
    const { account } = await signedIn(req)
    res.json({ data: await signInMethods(services.store, account, services.provider) })
  })

  router.post('/account/reauthenticate/options', ...ownJson(services, PASSWORD_TRIES), async (req, res) => {
    const { options, challenge } = await reauthenticationOptions(services, await signedIn(req))
    res.json({ data: { options, challenge: challenge.reveal() } })
  })

  router.post('/account/password', ...ownJson(services, PASSWORD_TRIES), passwordsOnly(services), async (req, res) => {
    const session = await signedIn(req)
    const { current_password, new_password, end_credentials } = parseInput(Password, req.body)
    const change = { current: current_password, next: new_password, endCredentials: end_credentials }
    const changed = await changePassword(services, session, change, originOf(req, res, services))
    cookie.set(res, changed.secret)
    device.set(res, changed.device)
    res.json({ data: { changed: true, signed_out: changed.signedOut, ended: changed.ended ?? null } })
  })

  async function signedIn(req: Request): Promise<SignedInSession> {
    const session = await sessionOf(req, services)
    if (session === undefined) throw new InvalidToken(false)
    return session
  }

  async function acceptAsSignedIn(req: Request, res: Response, link: PresentedInvitation) {
    const session = await signedIn(req)
    const by = { account: session.account, session: session.id }
    return res.json({ data: await invitations.accept(link, by, originOf(req, res, services)) })
  }

  router.use(
    ['/invitations', '/account/reauthenticate', '/account/password', '/account/sign-in-methods'],
    problemHandler(services.log, services.clock),
  )
  return router
}

/** Undefined without name and password: then the signed-in person accepts. Throws `InvalidRequest` if one is missing. */
function newPerson(name: string | undefined, password: string | undefined) {
  if (name === undefined && password === undefined) return undefined
  if (name === undefined) throw new InvalidRequest([{ path: 'name', message: 'is required' }])
  if (password === undefined) throw new InvalidRequest([{ path: 'password', message: 'is required' }])
  return { name, password }
}
