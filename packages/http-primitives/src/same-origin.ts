import type { IncomingMessage } from 'node:http'

const SAFE = new Set(['GET', 'HEAD'])

/**
 * Whether a request comes from a page of these origins (CSRF). A browser adds a cookie to any request, whichever page sends it,
 * and says where the request comes from: in `Origin` on every request that may change something, and in `Sec-Fetch-Site`
 * (Fetch Metadata) on all. `none` is a person typing the address, which may read.
 */
export function isSameOrigin(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  origins: readonly string[],
): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  const safe = SAFE.has(method ?? '')
  const originMatches = origin === undefined ? safe : origins.includes(origin)
  const siteMatches = site === undefined || site === 'same-origin' || (safe && site === 'none')
  return originMatches && siteMatches
}
