import { authorityOf, isUrlText } from './url-text.ts'

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const LENGTH_MAX = 2000

export type RedirectUriProblem = 'not_a_url' | 'too_long' | 'fragment' | 'credentials' | 'http_beyond_loopback'

/**
 * Whether a redirect URI may be registered: https, or http on loopback (RFC 8252 §7.3, RFC 9700 §2.1). Custom schemes,
 * `javascript:` and `data:` fail the first test. What passes is later compared as text, never parsed and rebuilt.
 */
export function redirectUriProblem(uri: string): RedirectUriProblem | undefined {
  if (uri.length > LENGTH_MAX) return 'too_long'
  if (!isUrlText(uri)) return 'not_a_url'
  if (uri.includes('#')) return 'fragment'
  const authority = authorityOf(uri)
  if (authority.includes('@')) return 'credentials'
  const { protocol, hostname } = new URL(uri)
  if (protocol === 'https:') return undefined
  // The host is compared as written too: 127.1 and 0x7f.1 are loopback to some programs and names to others.
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  return LOOPBACK_HOSTS.has(hostname) && written === hostname ? undefined : 'http_beyond_loopback'
}

/** Any program on the computer may listen there, so the redirect proves nothing about who the client is. */
export function isLoopbackRedirect(uri: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(uri).hostname)
}

/** Appends response parameters and keeps a query that is there (RFC 6749 §3.1.2), byte for byte. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const query = new URLSearchParams(given).toString()
  if (!uri.includes('?')) return `${uri}?${query}`
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`
}
