import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Carries the second in which a request was signed, what proves that whoever says so has the key, and the signature over
 * second and body. The proof comes first so that nobody else's body is read.
 */
export const SIGNATURE_HEADER = 'footfall-replica'
/** Clocks of replicas may differ by this much. */
const AGE_SECONDS_MAX = 60

/** The key that replicas know each other by, from the one that they share for sessions. */
export function replicaKey(sessionKey: Uint8Array): Uint8Array {
  return createHmac('sha256', sessionKey).update('footfall replica key').digest()
}

export function sign(key: Uint8Array, nowMs: number, body: Uint8Array): string {
  const second = Math.floor(nowMs / 1000)
  return [second, proofOf(key, second).toString('hex'), signatureOf(key, second, body).toString('hex')].join('.')
}

/** Whether somebody who has the key sent a header within the last minute; asked before the body is read. */
export function isAdmitted(key: Uint8Array, nowMs: number, header: string | undefined): boolean {
  return admitted(key, nowMs, header) !== undefined
}

/** Whether a replica signed this very body within the last minute. */
export function isSigned(key: Uint8Array, nowMs: number, body: Uint8Array, header: string | undefined): boolean {
  const claim = admitted(key, nowMs, header)
  return claim !== undefined && timingSafeEqual(signatureOf(key, claim.second, body), claim.signature)
}

function admitted(key: Uint8Array, nowMs: number, header: string | undefined) {
  const [, digits, proof, signature] = /^(\d{1,12})\.([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (digits === undefined || proof === undefined || signature === undefined) return undefined
  const second = Number(digits)
  if (Math.abs(nowMs / 1000 - second) > AGE_SECONDS_MAX) return undefined
  if (!timingSafeEqual(proofOf(key, second), Buffer.from(proof, 'hex'))) return undefined
  return { second, signature: Buffer.from(signature, 'hex') }
}

function proofOf(key: Uint8Array, second: number): Buffer {
  return createHmac('sha256', key).update(`proof\n${second}`).digest()
}

function signatureOf(key: Uint8Array, second: number, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${second}\n`).update(body).digest()
}
