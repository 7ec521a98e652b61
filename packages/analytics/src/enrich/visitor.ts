import { createHmac } from 'node:crypto'

export interface VisitorIdentity {
  readonly product: string
  /** Normalised, see `normalizeAddress`: one address must not have two spellings. */
  readonly address: string
  readonly userAgent: string
}

/**
 * The pseudonym of a visitor for one day: HMAC-SHA-256 under the day's salt, cut to 64 bits, as decimal text. With the
 * salt destroyed it cannot be linked to an address any more. Never 0, which stands for "nobody" in the events table.
 */
export function visitorId(salt: Uint8Array, { product, address, userAgent }: VisitorIdentity): string {
  const digest = createHmac('sha256', salt).update(`${product}\0${address}\0${userAgent}`).digest()
  const id = digest.readBigUInt64BE(0)
  return id === 0n ? '1' : id.toString()
}
