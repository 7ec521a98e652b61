import { cookieValues, hostCookie, hostCookieName } from '@footfall/http-primitives'
import type { SecretHash } from '../records.ts'
import { hashSecret, type RandomBytes, randomSecret } from '../secrets.ts'

const COOKIE = 'oauth_browser'
const MAX_AGE_SECONDS = 600
const SHAPE = /^[A-Za-z0-9_-]{43}$/

/**
 * The browser that began a consent is known by a random cookie, of which only the hash is stored. An answer from any other
 * browser is refused: nobody can have someone else finish, or be made to finish, what another began (RFC 9700 §4.7).
 */
export interface BrowserBinding {
  readonly hash: SecretHash
  readonly setCookie: string
}

/** Keeps the value that a browser has, so that consents in two tabs both stand. */
export function bindBrowser(issuer: string, cookies: string | undefined, randomBytes: RandomBytes): BrowserBinding {
  const value = boundValue(issuer, cookies) ?? randomSecret(randomBytes)
  return { hash: hashSecret(value), setCookie: hostCookie(COOKIE, value, MAX_AGE_SECONDS, isHttps(issuer)) }
}

/** The hash of the browser's value, or undefined when it has none. */
export function boundBrowser(issuer: string, cookies: string | undefined): SecretHash | undefined {
  const value = boundValue(issuer, cookies)
  return value === undefined ? undefined : hashSecret(value)
}

/** A name that comes twice was planted by somebody, and counts as absent. */
function boundValue(issuer: string, cookies: string | undefined): string | undefined {
  const values = cookieValues(cookies, hostCookieName(COOKIE, isHttps(issuer)))
  const [value] = values
  return values.length === 1 && value !== undefined && SHAPE.test(value) ? value : undefined
}

function isHttps(issuer: string): boolean {
  return issuer.startsWith('https:')
}
