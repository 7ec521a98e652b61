import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { SecretHash } from './records.ts'

export type RandomBytes = (count: number) => Uint8Array

/** Enough that nobody guesses it and no two are alike (RFC 6749 §10.10 asks for 128 bits at least). */
const SECRET_BYTES = 32

export function randomSecret(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
}

/** For names that nobody keeps secret. */
export function randomId(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(16)).toString('hex')
}

/** A plain hash is enough: every secret here holds 256 random bits, so there is no dictionary to try. */
export function hashSecret(secret: string): SecretHash {
  return hash('sha256', secret, 'base64url')
}

/** What a key of the server authenticates or hides. Each use has a key of its own, so that none stands for another. */
export type KeyUse = 'authorization begun' | 'registration network'

/** HMAC-SHA-256 in unpadded base64url. */
export function keyedHash(key: Uint8Array, use: KeyUse, text: string): string {
  const keyOfUse = createHmac('sha256', key).update(`oauth-server ${use}`).digest()
  return createHmac('sha256', keyOfUse).update(text).digest('base64url')
}

/** Compares in a time that does not tell where the texts differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
