import { cookieValues, hostCookie, hostCookieName } from '@footfall/http-primitives'
import type { SecretHash } from '../records.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'

const COOKIE = 'oauth_browser'
const SHAPE = /^[A-Za-z0-9_-]{43}$/

/**
 * A random cookie identifies the browser of an authorization request; only its hash is stored. A consent posted from another
 * browser is rejected, so that nobody can make another person finish an authorization request (CSRF, RFC 9700 §4.7).
 */
export interface BrowserBinding {
  readonly hash: SecretHash
  readonly setCookie: string
}

/** Keeps an existing value, so that consents in two tabs both stay valid. The cookie expires with the consent. */
export function bindBrowser(
  { issuer, randomBytes, lifetimesMs }: Pick<Settings, 'issuer' | 'randomBytes' | 'lifetimesMs'>,
  cookies: string | undefined,
): BrowserBinding {
  const value = boundValue(issuer, cookies) ?? randomSecret(randomBytes)
  return { hash: hashSecret(value), setCookie: hostCookie(COOKIE, value, lifetimesMs.consent / 1000, isHttps(issuer)) }
}

/** The hash of the browser's cookie, or undefined without one. */
export function boundBrowser(issuer: string, cookies: string | undefined): SecretHash | undefined {
  const value = boundValue(issuer, cookies)
  return value === undefined ? undefined : hashSecret(value)
}

/** A repeated cookie may have been set by another host, and is ignored. */
function boundValue(issuer: string, cookies: string | undefined): string | undefined {
  const values = cookieValues(cookies, hostCookieName(COOKIE, isHttps(issuer)))
  const [value] = values
  return values.length === 1 && value !== undefined && SHAPE.test(value) ? value : undefined
}

function isHttps(issuer: string): boolean {
  return issuer.startsWith('https:')
}
