import type { IncomingMessage } from 'node:http'
import { CredentialNotAccepted } from '@footfall/core-domain'

const SAFE = new Set(['GET', 'HEAD'])

/**
 * A cookie rides along with whatever makes a browser send a request, so a request that lives from one must come from a
 * page of ours. A browser says where from: `Origin` on everything that may change something, `Sec-Fetch-Site` (Fetch
 * Metadata) on all. `none` is a person typing the address, which may read. Throws `CredentialNotAccepted`.
 */
export function assertSameOrigin(req: IncomingMessage, origins: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = req.headers
  const safe = SAFE.has(req.method ?? '')
  const isOurs = origin === undefined ? safe : origins.includes(origin)
  const isNear = site === undefined || site === 'same-origin' || (safe && site === 'none')
  if (!isOurs || !isNear) {
    throw new CredentialNotAccepted(`This request did not come from ${origins[0]}. Open it there and try again.`)
  }
}
