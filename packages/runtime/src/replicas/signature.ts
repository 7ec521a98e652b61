import { createHmac, timingSafeEqual } from 'node:crypto'

/** Carries the second in which a request was signed and the signature over it and the body. */
export const SIGNATURE_HEADER = 'footfall-replica'
/** Clocks of replicas may differ by this much. */
const AGE_SECONDS_MAX = 60

/** The key that replicas know each other by, from the one that they share for sessions. */
export function replicaKey(sessionKey: Uint8Array): Uint8Array {
  return createHmac('sha256', sessionKey).update('footfall replica key').digest()
}

export function sign(key: Uint8Array, nowMs: number, body: Uint8Array): string {
  const second = Math.floor(nowMs / 1000)
  return `${second}.${signatureOf(key, second, body).toString('hex')}`
}

/** Whether a replica signed this very body within the last minute. */
export function isSigned(key: Uint8Array, nowMs: number, body: Uint8Array, header: string | undefined): boolean {
  const [, second, signature] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (second === undefined || signature === undefined) return false
  if (Math.abs(nowMs / 1000 - Number(second)) > AGE_SECONDS_MAX) return false
  return timingSafeEqual(signatureOf(key, Number(second), body), Buffer.from(signature, 'hex'))
}

function signatureOf(key: Uint8Array, second: number, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${second}\n`).update(body).digest()
}
