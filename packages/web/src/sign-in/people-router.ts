import {
  changePassword,
  enterNewAccount,
  type Invitations,
  type PresentedInvitation,
  type ReauthenticationProof,
  reauthenticate,
  reauthenticationOptions,
  type SignedInSession,
} from '@footfall/accounts'
import { CredentialNotAccepted, InvalidRequest, InvalidToken, parseInput } from '@footfall/core-domain'
import { assertSameOrigin, parseJsonBody, receiveBody } from '@footfall/kernel'
import { problemHandler } from '@footfall/operations'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import {
  assertPasswords,
  countTry,
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
 * Accepting invitations, reauthentication and changing the password, as JSON for the dashboard. Each request has a secret that
 * could be guessed, so each counts towards the limit of its network.
 */
export function peopleRouter(services: PeopleServices): Router {
  const { invitations, sessions, cookie, device, origins } = services
  const router = Router()
  const guards = (bucket: string): RequestHandler[] => [
    (_req, res, next) => {
      res.setHeader('Cache-Control', 'private, no-store')
      next()
    },
    async (req, _res, next) => {
      // A request with `Authorization` is judged by that alone, whatever its cookie.
      if (req.headers.authorization !== undefined) throw new CredentialNotAccepted()
      assertSameOrigin(req, origins)
      await countTry(req, bucket, services)
      next()
    },
    async (req, _res, next) => {
      req.body = parseJsonBody(req, await receiveBody(req))
      next()
    },
  ]
  const current = async (req: Request): Promise<SignedInSession | undefined> => {
    const secret = cookie.read(req)
    return secret === undefined ? undefined : sessions.find(secret)
  }

  router.post('/invitations/look', ...guards('invitation'), async (req, res) => {
    const view = await invitations.look(parseInput(Look, req.body))
    const session = await current(req)
    const passwords = services.provider?.only !== true
    res.json({ data: { ...view, passwords, ...(session !== undefined && { signed_in_as: session.account.email }) } })
  })

  router.post('/invitations/accept', ...guards('invitation'), async (req, res) => {
    const { name, password, ...link } = parseInput(Accept, req.body)
    const person = newPerson(name, password)
    if (person === undefined) return acceptAsSignedIn(req, res, link)
    assertPasswords(services)
    const { account, ...joined } = await invitations.acceptAsNew(link, person, originOf(req, res, services))
    await startSession(req, res, services, await enterNewAccount(services, account, originOf(req, res, services)))
    return res.status(201).json({ data: joined })
  })

  router.post('/account/reauthenticate', ...guards(PASSWORD_TRIES), async (req, res) => {
    const session = await signedIn(req)
    const given = parseInput(Reauthentication, req.body)
    if ('password' in given) assertPasswords(services)
    const proof: ReauthenticationProof =
      'password' in given
        ? { kind: 'password', password: given.password, code: given.code }
        : { kind: 'passkey', challenge: given.challenge, response: given.passkey }
    cookie.set(res, await reauthenticate(services, session, proof, originOf(req, res, services)))
    res.json({ data: { authenticated: true } })
  })

  router.post('/account/reauthenticate/options', ...guards(PASSWORD_TRIES), async (req, res) => {
    const { options, challenge } = await reauthenticationOptions(services, await signedIn(req))
    res.json({ data: { options, challenge: challenge.reveal() } })
  })

  router.post('/account/password', ...guards(PASSWORD_TRIES), passwordsOnly(services), async (req, res) => {
    const session = await signedIn(req)
    const { current_password, new_password, end_credentials } = parseInput(Password, req.body)
    const change = { current: current_password, next: new_password, endCredentials: end_credentials }
    const changed = await changePassword(services, session, change, originOf(req, res, services))
    cookie.set(res, changed.secret)
    device.set(res, changed.device)
    res.json({ data: { changed: true, signed_out: changed.signedOut, ended: changed.ended ?? null } })
  })

  async function signedIn(req: Request): Promise<SignedInSession> {
    const session = await current(req)
    if (session === undefined) throw new InvalidToken(false)
    return session
  }

  async function acceptAsSignedIn(req: Request, res: Response, link: PresentedInvitation) {
    const session = await signedIn(req)
    const by = { account: session.account, session: session.id }
    return res.json({ data: await invitations.accept(link, by, originOf(req, res, services)) })
  }

  router.use(
    ['/invitations', '/account/reauthenticate', '/account/password'],
    problemHandler(services.log, services.clock),
  )
  return router
}

/** Undefined without name and password: then the signed-in person accepts. One without the other is refused. */
function newPerson(name: string | undefined, password: string | undefined) {
  if (name === undefined && password === undefined) return undefined
  if (name === undefined) throw new InvalidRequest([{ path: 'name', message: 'is required' }])
  if (password === undefined) throw new InvalidRequest([{ path: 'password', message: 'is required' }])
  return { name, password }
}
