import { authorityOf, isUrlText } from './url-text.ts'

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LENGTH_MAX = 2000

export type RedirectUriProblem = 'not_a_url' | 'too_long' | 'fragment' | 'credentials' | 'http_beyond_loopback'

/**
 * Whether a redirect URI may be registered: https, or http on loopback (RFC 8252 §7.3, RFC 9700 §2.1). Every other scheme
 * is `not_a_url`. Accepted URIs are compared as text, never parsed and serialized again.
 */
export function redirectUriProblem(uri: string): RedirectUriProblem | undefined {
  if (uri.length > LENGTH_MAX) return 'too_long'
  if (!isUrlText(uri)) return 'not_a_url'
  if (uri.includes('#')) return 'fragment'
  const authority = authorityOf(uri)
  if (authority.includes('@')) return 'credentials'
  const { protocol, hostname } = new URL(uri)
  if (protocol === 'https:') return undefined
  // The host is compared as written, too: some programs read 127.1 and 0x7f.1 as loopback, others as names.
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  return LOOPBACK_HOSTS.has(hostname) && written === hostname ? undefined : 'http_beyond_loopback'
}

/** Any program on the computer can listen on loopback, so such a redirect does not prove which client receives it. */
export function isLoopbackRedirect(uri: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(uri).hostname)
}

/** Scheme and host of an http loopback URI without a port, and everything after them. */
const PORTLESS_LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))((?:[/?].*)?)$/i
const PORT = /^:([1-9]\d{0,4})(.*)$/s
const PORT_MAX = 65_535

/**
 * Whether an authorization request may use a redirect URI. It must be identical to a registered one (RFC 9700
 * §2.1), with one exception: a registered http loopback URI without a port matches every port (RFC 8252 §7.3), since the
 * client learns its port only when it starts. Scheme, host, path and query must still be equal.
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  return registered.some((each) => each === uri || isOnAnotherPort(uri, each))
}

function isOnAnotherPort(uri: string, registered: string): boolean {
  const [, origin, tail] = PORTLESS_LOOPBACK.exec(registered) ?? []
  if (origin === undefined || !uri.startsWith(origin)) return false
  const [, port, rest] = PORT.exec(uri.slice(origin.length)) ?? []
  return port !== undefined && Number(port) <= PORT_MAX && rest === tail
}

/** Schemes that are not private-use schemes. */
const PUBLIC_SCHEMES: ReadonlySet<string> = new Set(
  'about blob data file filesystem ftp ftps http https javascript mailto sms tel urn vbscript view-source ws wss'.split(
    ' ',
  ),
)
const PRIVATE_USE_URI = /^([a-z][a-z0-9+.-]*):[!#-;=?-[\]_a-z~]+$/i

/**
 * Whether a URI has a private-use scheme (RFC 8252 §7.1), such as `cursor://…`. This server never redirects to one,
 * since any program can claim it; registration drops it from a list that also has an acceptable URI.
 */
export function isPrivateUseUri(uri: string): boolean {
  if (uri.length > LENGTH_MAX || uri.includes('#') || /^[^:]*:\/\/[^/?]*@/.test(uri)) return false
  const scheme = PRIVATE_USE_URI.exec(uri)?.[1]?.toLowerCase()
  return scheme !== undefined && !PUBLIC_SCHEMES.has(scheme)
}

/** Appends response parameters; an existing query is kept unchanged (RFC 6749 §3.1.2). */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(given).toString()
  if (!uri.includes('?')) return `${uri}?${query}`
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`
}
