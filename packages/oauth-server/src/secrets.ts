import { hash } from 'node:crypto'
import { createSigner } from '@footfall/http-primitives'
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
  return createSigner(key, `oauth-server ${use}`).sign(text)
}
