import { hash } from 'node:crypto'
import { createSigner } from '@footfall/http-primitives'
import type { SecretHash } from './records.ts'

export type RandomBytes = (count: number) => Uint8Array

/** 256 bits; RFC 6749 §10.10 requires at least 128. */
const SECRET_BYTES = 32

export function randomSecret(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')
}

/** For identifiers, which are not secret. */
export function randomId(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(16)).toString('hex')
}

/** A plain hash is enough: every secret here has 256 random bits, so a dictionary attack is impossible. */
export function hashSecret(secret: string): SecretHash {
  return hash('sha256', secret, 'base64url')
}

/** Each use has a derived key of its own, so that a hash made for one use is not valid for another. */
export type KeyUse =
  | 'authorization request start'
  | 'registration network'
  | 'device user code'
  | 'device network'
  | 'device decision'

/** HMAC-SHA-256 in unpadded base64url. */
export function keyedHash(key: Uint8Array, use: KeyUse, text: string): string {
  return createSigner(key, `oauth-server ${use}`).sign(text)
}
