import * as z from 'zod/mini'
import { REAUTHENTICATION_REQUIRED, whileRenewing } from '../session/reauthentication.ts'
import { ApiProblem, answer } from './client.ts'

/**
 * What people do for themselves beside the API, since no token may: join by a link, give their password
 * again, change it. Answers the
 * `data`; throws `ApiProblem`, as every call of the API does.
 */
async function post<T extends z.ZodMiniType>(path: string, body: unknown, schema: T): Promise<z.output<T>> {
  const call = async () => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
    })
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
  has_account: z.boolean(),
  signed_in_as: z.optional(z.string()),
})
export type InvitationView = z.output<typeof InvitationView>

/** What the link of an invitation holds. */
export interface PresentedInvitation {
  readonly member: string
  readonly code: string
}

export const lookAtInvitation = (presented: PresentedInvitation) => post('/invitations/look', presented, InvitationView)

/** With a name and a password as a new person, without them as the one who is signed in. */
export const acceptInvitation = (
  presented: PresentedInvitation & { readonly name?: string; readonly password?: string },
) => post('/invitations/accept', presented, z.object({ product: z.string(), role: Role }))

/** Gives the password again, for what wants a recent sign-in. */
export const reauthenticate = (password: string) =>
  whileRenewing(() => post('/account/reauthenticate', { password }, z.object({ authenticated: z.boolean() })))

interface PasswordChange {
  readonly current_password: string
  readonly new_password: string
  /** Whether access tokens, product keys and connected apps end with the old password. */
  readonly end_credentials: boolean
}

const Counts = z.object({ tokens: z.number(), keys: z.number(), connections: z.number() })
const Changed = z.object({ signed_out: z.number(), ended: z.nullable(Counts) })

/** Answers in how many other browsers the account was signed out, and what ended with the old password. */
export async function changePassword(change: PasswordChange): Promise<z.output<typeof Changed>> {
  const ask = () => whileRenewing(() => post('/account/password', change, Changed))
  try {
    return await ask()
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== REAUTHENTICATION_REQUIRED) throw problem
    // The password was just typed into this very form; nobody need type it again.
    await reauthenticate(change.current_password).catch(atCurrentPassword)
    return ask()
  }
}

/** What is wrong with the password is wrong with the field of the form that holds it. */
function atCurrentPassword(problem: unknown): never {
  if (!(problem instanceof ApiProblem)) throw problem
  const { status, code, title, detail, requestId } = problem
  const errors = problem.errors.map((error) =>
    error.path === 'password' ? { ...error, path: 'current_password' } : error,
  )
  throw new ApiProblem({ status, code, title, detail, errors, requestId })
}

/** Ends the session of this browser, without leaving the page. */
export async function signOut(): Promise<void> {
  const body = new URLSearchParams({ where: 'here' })
  const call = fetch('/sign-out', { method: 'POST', body, credentials: 'same-origin', redirect: 'manual' })
  // The answer leads to the sign-in page, which is of no interest here.
  await answer(call.then((response) => (response.type === 'opaqueredirect' ? { data: true, response } : { response })))
}
