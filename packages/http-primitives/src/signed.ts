import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of texts under one key, in unpadded base64url. */
export interface Signer {
  sign(text: string): string
  /** Compares in constant time. */
  verify(text: string, signature: string): boolean
}

/** Derives a key for one purpose from the host's key, so that a signature is not valid for another purpose. */
export function createSigner(hostKey: Uint8Array, purpose: string): Signer {
  if (!(hostKey instanceof Uint8Array) || hostKey.length === 0) throw new TypeError('hostKey must be a Uint8Array.')
  const key = createHmac('sha256', hostKey).update(purpose).digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return { sign, verify: (text, signature) => isSameText(sign(text), signature) }
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
