import type { SecretHash } from '../records.ts'
import { hashSecret, type RandomBytes, randomSecret } from '../secrets.ts'

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
  const secure = isSecure(issuer) ? '; Secure' : ''
  return {
    hash: hashSecret(value),
    setCookie: `${cookieName(issuer)}=${value}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax${secure}`,
  }
}

/** The hash of the browser's value, or undefined when it has none. */
export function boundBrowser(issuer: string, cookies: string | undefined): SecretHash | undefined {
  const value = boundValue(issuer, cookies)
  return value === undefined ? undefined : hashSecret(value)
}

/** `__Host-` keeps a neighbouring subdomain from planting the value (RFC 6265bis §4.1.3.2). */
function cookieName(issuer: string): string {
  return isSecure(issuer) ? '__Host-oauth_browser' : 'oauth_browser'
}

/** A name that comes twice is someone's trick, and counts as absent. */
function boundValue(issuer: string, cookies: string | undefined): string | undefined {
  const prefix = `${cookieName(issuer)}=`
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length))
  const [value] = values
  return values.length === 1 && value !== undefined && SHAPE.test(value) ? value : undefined
}

function isSecure(issuer: string): boolean {
  return issuer.startsWith('https:')
}
