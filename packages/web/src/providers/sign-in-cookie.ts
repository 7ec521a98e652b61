import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RandomSource } from '@footfall/core-domain'
import { cookieValues, hostCookie, hostCookieName } from '@footfall/http-primitives'

const NAME = 'footfall_provider'
const MAX_AGE_SECONDS = 600
const SECRET_BYTES = 32
/** Browsers drop cookies of more than 4,096 bytes; without this, the person lands on the dashboard. */
const NEXT_CHARACTERS_MAX = 2_800

/** What a browser keeps while its person signs in at the provider. */
export interface PendingSignIn {
  /** Proves that the answer comes to the browser that asked. */
  readonly secret: string
  /** The path to go to after the newest sign-in that was started, and its id. */
  readonly newest: { readonly id: string; readonly next: string } | undefined
}

export interface SignInCookie {
  read(req: IncomingMessage): PendingSignIn | undefined
  /** The pending sign-in of the browser, or a new one: several tabs share the secret. */
  begin(req: IncomingMessage): PendingSignIn
  set(res: ServerResponse, pending: PendingSignIn): void
}

export function signInCookie(isHttps: boolean, random: RandomSource): SignInCookie {
  const read: SignInCookie['read'] = (req) => {
    const [value] = cookieValues(req.headers.cookie, hostCookieName(NAME, isHttps))
    const [secret, id, next] = value?.split('.') ?? []
    if (secret === undefined || !/^[\w-]{43}$/.test(secret)) return undefined
    if (id === undefined || next === undefined) return { secret, newest: undefined }
    return { secret, newest: { id, next: Buffer.from(next, 'base64url').toString() } }
  }
  return {
    read,
    begin: (req) =>
      read(req) ?? { secret: Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url'), newest: undefined },
    set(res, { secret, newest }) {
      const kept = newest !== undefined && newest.next.length <= NEXT_CHARACTERS_MAX ? newest : undefined
      const value = kept ? `${secret}.${kept.id}.${Buffer.from(kept.next).toString('base64url')}` : secret
      res.appendHeader('Set-Cookie', hostCookie(NAME, value, MAX_AGE_SECONDS, isHttps))
    },
  }
}
