import type { IncomingMessage } from 'node:http'
import type { FoundSession, Sessions, SignedInSession } from '@footfall/accounts'
import { authorizationOf } from '@footfall/http-primitives'
import type { SecretCookie } from './session-cookie.ts'

interface Sources<Find extends 'find' | 'findAny'> {
  readonly cookie: Pick<SecretCookie, 'read'>
  readonly sessions: Pick<Sessions, Find>
}

/**
 * The secret of the session cookie. A request with `Authorization` is authenticated by that header only, so its cookie does not
 * count.
 */
export function sessionSecretOf(req: IncomingMessage, cookie: Pick<SecretCookie, 'read'>): string | undefined {
  return authorizationOf(req) === undefined ? cookie.read(req) : undefined
}

/** The session of a browser; undefined also without the second factor that the service requires. */
export async function sessionOf(
  req: IncomingMessage,
  { cookie, sessions }: Sources<'find'>,
): Promise<SignedInSession | undefined> {
  const secret = sessionSecretOf(req, cookie)
  return secret === undefined ? undefined : sessions.find(secret)
}

/** The same, also for a session that lacks the required second factor. */
export async function anySessionOf(
  req: IncomingMessage,
  { cookie, sessions }: Sources<'findAny'>,
): Promise<FoundSession | undefined> {
  const secret = sessionSecretOf(req, cookie)
  return secret === undefined ? undefined : sessions.findAny(secret)
}
