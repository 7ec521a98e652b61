import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { acceptedKeys, currentKey, deriveKeys, type Keyring, MINUTE_MS, type RandomSource } from '@footfall/core-domain'

/**
 * Header with the signature of a message. It covers the digest of the body, so a request is checked before its body is
 * read.
 */
export const SIGNATURE_HEADER = 'footfall-replica'
/** Allowed difference between clocks of replicas, and the maximum age of a message. */
export const MESSAGE_AGE_MS_MAX = MINUTE_MS
const NONCE_BYTES = 16

/** Everything that determines the effect of a message. */
export interface SignedMessage {
  readonly method: string
  readonly path: string
  /** Origin of the recipient, as listed in `REPLICAS`. */
  readonly recipient: string
  /** When it was signed, in epoch milliseconds. */
  readonly signedAt: number
  /** Random and used once: a second message with it is a replay. */
  readonly nonce: string
  /** SHA-256 of the body, in hexadecimal. */
  readonly bodyDigest: string
}

/** Derives the shared keys of the replicas from the shared keys of the service. */
export function replicaKey(keys: Keyring): Keyring {
  return deriveKeys(keys, (key) => createHmac('sha256', key).update('footfall replica key').digest())
}

export function newNonce(random: RandomSource): string {
  return Buffer.from(random.bytes(NONCE_BYTES)).toString('hex')
}

export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** The signature header of a message, with the current key. */
export function sign(keys: Keyring, message: SignedMessage): string {
  const { signedAt, nonce, bodyDigest } = message
  return ['v2', signedAt, nonce, bodyDigest, macOf(currentKey(keys), message).toString('hex')].join('.')
}

const HEADER = /^v2\.(\d{1,15})\.([0-9a-f]{32})\.([0-9a-f]{64})\.([0-9a-f]{64})$/

/** The message of a header; undefined unless it was signed with one of these keys for this method, path and recipient. */
export function readSignature(
  keys: Keyring,
  header: string | undefined,
  request: Pick<SignedMessage, 'method' | 'path' | 'recipient'>,
): SignedMessage | undefined {
  const [, signedAt, nonce, bodyDigest, mac] = HEADER.exec(header ?? '') ?? []
  if (signedAt === undefined || nonce === undefined || bodyDigest === undefined || mac === undefined) return undefined
  const message = { ...request, signedAt: Number(signedAt), nonce, bodyDigest }
  const presented = Buffer.from(mac, 'hex')
  return acceptedKeys(keys).some((key) => timingSafeEqual(macOf(key, message), presented)) ? message : undefined
}

/** No field can contain a line feed: paths and origins are URLs, the others digits and hexadecimal. */
function macOf(key: Uint8Array, { method, path, recipient, signedAt, nonce, bodyDigest }: SignedMessage): Buffer {
  const text = ['footfall replica message v2', method, path, recipient, signedAt, nonce, bodyDigest].join('\n')
  return createHmac('sha256', key).update(text).digest()
}
