import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

declare const proof: unique symbol
/** SHA-256 over the canonical form of an operation and its input; only `fingerprint` makes one. */
export type Fingerprint = string & { readonly [proof]: 'Fingerprint' }

/**
 * What makes two requests the same: equal operation and equal input, whatever the order of keys, the white space or
 * the transport. The canonical form is RFC 8785. Input must be JSON: throws `TypeError` for values that JSON does not have.
 */
export function fingerprint(operation: string, input: unknown): Fingerprint {
  const canonical = canonicalize({ operation, input })
  if (canonical === undefined) throw new TypeError('The input of an operation must be JSON.')
  return hash('sha256', canonical, 'hex') as Fingerprint
}
