import { createHmac, hash } from 'node:crypto'
import type { ProductId } from './ids.ts'

/**
 * The pseudonym of a visitor whom the site names: HMAC-SHA-256 under the key of the product, cut to 64 bits, as decimal
 * text. It is the same on every day and device for as long as the key is kept. Never 0, which stands for “no visitor”.
 */
export function identifiedVisitor(key: Uint8Array, name: string): string {
  const id = createHmac('sha256', key).update(name).digest().readBigUInt64BE(0)
  return id === 0n ? '1' : id.toString()
}

/**
 * The same for a visitor whom an imported file names while the product does not identify visitors: there is no key, and
 * every file of the product gives the same.
 */
export function importedVisitor(product: ProductId, name: string): string {
  // The one-shot hash takes a third of the time.
  const id = BigInt(`0x${hash('sha256', `${product}\0${name}`, 'hex').slice(0, 16)}`)
  return id === 0n ? '1' : id.toString()
}

/** Every pseudonym that a name may have in a product: of events under its present key, and of imports without one. */
export function pseudonymsOf(product: ProductId, key: Uint8Array | undefined, name: string): readonly string[] {
  const imported = importedVisitor(product, name)
  return key === undefined ? [imported] : [identifiedVisitor(key, name), imported]
}
