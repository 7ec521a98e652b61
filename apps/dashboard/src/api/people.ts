import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { t } from '../messages/messages.ts'
import { askForPassword, REAUTHENTICATION_REQUIRED, renewSession } from '../session/reauthentication.ts'
import { answer } from './client.ts'
import { provePasskey } from './passkeys.ts'
import { ApiProblem } from './problem.ts'

/**
 * Account actions outside the API, which no token may perform: accept an invitation, reauthenticate, change the
 * password. Returns `data` or throws `ApiProblem`, like the calls of the API.
 */
function post<T extends z.ZodMiniType>(path: string, body: unknown, schema: T): Promise<z.output<T>> {
  const headers = { 'Content-Type': 'application/json' }
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) }, schema)
}

async function send<T extends z.ZodMiniType>(path: string, init: RequestInit, schema: T): Promise<z.output<T>> {
  const call = async () => {
    const response = await fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' })
    const content: unknown = await response.json().catch(() => undefined)
    return response.ok ? { data: content, response } : { error: content, response }
  }
  const { data } = z.object({ data: z.unknown() }).parse(await answer<unknown>(call()))
  return z.parse(schema, data)
}

const Role = z.enum(['owner', 'admin', 'editor', 'viewer'])

const InvitationView = z.object({
  product: z.object({ name: z.string() }),
  role: Role,
  email: z.string(),
  invited_by: z.optional(z.object({ name: z.string(), email: z.string() })),
  has_account: z.boolean(),
  /** Whether an account can be created with a password. */
  passwords: z.boolean(),
  signed_in_as: z.optional(z.string()),
})
export type InvitationView = z.output<typeof InvitationView>

/** Content of the link of an invitation. */
export interface InvitationLink {
  readonly member: string
  readonly code: string
}

export const readInvitation = (presented: InvitationLink) => post('/invitations/look', presented, InvitationView)

/** With a name and a password it creates an account; without them it joins the signed-in account. */
export const acceptInvitation = (presented: InvitationLink & { readonly name?: string; readonly password?: string }) =>
  post('/invitations/accept', presented, z.object({ product: z.string(), role: Role }))

const Reauthenticated = z.object({ authenticated: z.boolean() })

/** Proves the password again, and a second factor where the account has one, for actions that need a recent sign-in. */
export const reauthenticate = (given: { readonly password: string; readonly code?: string }) =>
  withSentences(
    {
      password: t('common.password_wrong'),
      ...(given.code !== undefined && { code: t('reauthentication.code_wrong') }),
    },
    () => renewSession(() => post('/account/reauthenticate', given, Reauthenticated)),
  )

/** The same with a passkey only. */
export async function reauthenticateWithPasskey(): Promise<void> {
  const { options, challenge } = await post('/account/reauthenticate/options', {}, PasskeyQuestion)
  const passkey = await provePasskey(options)
  await renewSession(() => post('/account/reauthenticate', { challenge, passkey }, Reauthenticated))
}

const PasskeyQuestion = z.object({ options: z.unknown(), challenge: z.string() })

const SignInMethods = z.object({
  password: z.boolean(),
  provider: z.nullable(
    z.object({ name: z.string(), linked: z.nullable(z.object({ email: z.string(), linked_at: z.string() })) }),
  ),
})
export type SignInMethods = z.output<typeof SignInMethods>

export const signInMethodsQuery = queryOptions({
  queryKey: ['account', 'sign-in-methods'],
  queryFn: () => send('/account/sign-in-methods', {}, SignInMethods),
})

interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  /** Whether access tokens, Website API keys and connected apps are revoked too. */
  readonly end_credentials: boolean
}

const Counts = z.object({ tokens: z.number(), keys: z.number(), connections: z.number() })
const PasswordChangeResult = z.object({ signed_out: z.number(), ended: z.nullable(Counts) })

/** Returns how many other browsers were signed out, and what was revoked. */
export async function changePassword(change: PasswordChange): Promise<z.output<typeof PasswordChangeResult>> {
  const sendChange = () =>
    withSentences({ current_password: t('common.password_wrong') }, () =>
      renewSession(() => post('/account/password', change, PasswordChangeResult)),
    )
  try {
    return await sendChange()
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== REAUTHENTICATION_REQUIRED) throw problem
    // The form already has the password: no dialog needed, unless a second factor is.
    try {
      await reauthenticate({ password: change.current_password })
    } catch (problem) {
      if (!needsSecondFactor(problem))
        throw withErrors(problem, (error) =>
          error.path === 'password' ? { ...error, path: 'current_password' } : error,
        )
      if (!(await askForPassword())) throw problem
    }
    return sendChange()
  }
}

function needsSecondFactor(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.errors.some(({ path }) => path === 'code')
}

/** Replaces the messages of fields by sentences, by their paths. The messages of the API only continue a field’s name. */
async function withSentences<T>(sentences: Readonly<Record<string, string>>, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (problem) {
    throw withErrors(problem, (error) => ({ ...error, message: sentences[error.path] ?? error.message }))
  }
}

type FieldProblem = ApiProblem['errors'][number]

function withErrors(problem: unknown, change: (error: FieldProblem) => FieldProblem): unknown {
  if (!(problem instanceof ApiProblem)) return problem
  const { status, code, title, detail, requestId } = problem
  return new ApiProblem({ status, code, title, detail, errors: problem.errors.map(change), requestId })
}

/** Ends the session of this browser without leaving the page. */
export async function signOut(): Promise<void> {
  const body = new URLSearchParams({ where: 'here' })
  const call = fetch('/sign-out', { method: 'POST', body, credentials: 'same-origin', redirect: 'manual' })
  // The answer redirects to the sign-in page; that it redirects is enough.
  await answer(call.then((response) => (response.type === 'opaqueredirect' ? { data: true, response } : { response })))
}
