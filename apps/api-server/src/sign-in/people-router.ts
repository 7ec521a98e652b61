import { changePassword, type Invitations, type PresentedInvitation, type SignedInSession } from '@footfall/accounts'
import { type Account, CredentialNotAccepted, InvalidRequest, InvalidToken, parseInput } from '@footfall/core-domain'
import { assertSameOrigin, jsonBody, problemHandler, requestId } from '@footfall/rest-adapter'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { countTry, type SignInServices } from './sign-in-router.ts'

export interface PeopleServices extends SignInServices {
  readonly invitations: Invitations
}

const presented = { member: z.string().max(64), code: z.string().max(128) }
const Look = z.strictObject(presented)
const Accept = z.strictObject({ ...presented, name: z.string().optional(), password: z.string().optional() })
const Password = z.strictObject({ current_password: z.string().max(1_024), new_password: z.string() })

/**
 * What people do for themselves from pages of ours, as JSON: join by a link, change their password. Each takes a secret
 * that could be guessed at, so each counts against the address.
 */
export function peopleRouter(services: PeopleServices): Router {
  const { invitations, sessions, cookie, origins } = services
  const router = Router()
  const guards = (bucket: string): RequestHandler[] => [
    (_req, res, next) => {
      res.setHeader('Cache-Control', 'private, no-store')
      next()
    },
    async (req, _res, next) => {
      // Judged by that alone, as everywhere: a cookie beside it does not rescue it.
      if (req.headers.authorization !== undefined) throw new CredentialNotAccepted()
      assertSameOrigin(req, origins)
      await countTry(req, bucket, services)
      next()
    },
    jsonBody(['application/json']),
  ]
  const current = async (req: Request): Promise<SignedInSession | undefined> => {
    const secret = cookie.read(req)
    return secret === undefined ? undefined : sessions.find(secret)
  }

  router.post('/invitations/look', ...guards('invitation'), async (req, res) => {
    const view = await invitations.look(parseInput(Look, req.body))
    const session = await current(req)
    res.json({ data: { ...view, ...(session !== undefined && { signed_in_as: session.account.email }) } })
  })

  router.post('/invitations/accept', ...guards('invitation'), async (req, res) => {
    const { name, password, ...link } = parseInput(Accept, req.body)
    const person = newPerson(name, password)
    if (person === undefined) return acceptAsMyself(req, res, link)
    const { account, ...joined } = await invitations.acceptAsNew(link, person, originOf(req, res))
    await enter(req, res, account)
    return res.status(201).json({ data: joined })
  })

  router.post('/account/password', ...guards('password'), async (req, res) => {
    const session = await current(req)
    if (session === undefined) throw new InvalidToken(false)
    const { current_password, new_password } = parseInput(Password, req.body)
    const signedOut = await changePassword(
      services,
      { account: session.account, session: session.id },
      {
        current: current_password,
        next: new_password,
      },
    )
    res.json({ data: { changed: true, signed_out: signedOut } })
  })

  async function acceptAsMyself(req: Request, res: Response, link: PresentedInvitation) {
    const session = await current(req)
    if (session === undefined) throw new InvalidToken(false)
    const by = { account: session.account, session: session.id }
    return res.json({ data: await invitations.accept(link, by, originOf(req, res)) })
  }

  /** A browser that was somebody else's becomes this person's. */
  async function enter(req: Request, res: Response, account: Account) {
    const before = cookie.read(req)
    if (before !== undefined) await sessions.end(before)
    cookie.set(res, await sessions.begin(account))
  }

  router.use(['/invitations', '/account/password'], problemHandler(services.log, services.clock))
  return router
}

const originOf = (req: Request, res: Response) => ({ address: req.ip, requestId: requestId(res) })

/** Name and password belong together; neither means the person who is signed in. */
function newPerson(name: string | undefined, password: string | undefined) {
  if (name === undefined && password === undefined) return undefined
  if (name === undefined) throw new InvalidRequest([{ path: 'name', message: 'is required' }])
  if (password === undefined) throw new InvalidRequest([{ path: 'password', message: 'is required' }])
  return { name, password }
}
