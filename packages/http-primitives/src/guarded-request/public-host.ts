import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** A name that the DNS can have, of at least two labels (RFC 1035). */
const NAME = /^(?=.{1,253}$)[^.]{1,63}(\.[^.]{1,63})+$/
/** Names that the public DNS does not have: of RFC 6761, RFC 6762, RFC 8375, and those that networks use for themselves. */
const LOCAL_NAME = /(^|\.)(localhost|localdomain|local|internal|home\.arpa|lan)$/

/**
 * Whether the host of a URL may be on the public Internet: an address that is, or a name that the public DNS can have. The dot of
 * the root is not part of the name: `localhost.` is `localhost`. The address of a name is checked on connection.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(host) !== 0) return isPublicAddress(host)
  return NAME.test(host) && !LOCAL_NAME.test(host)
}
