import { createHmac } from 'node:crypto'

/** The header that signs the body of a generic webhook. */
export const SIGNATURE_HEADER = 'Footfall-Signature'

/**
 * `t=SECONDS,v1=HEX`: the HMAC-SHA-256 of `SECONDS.BODY` with the signing secret. The signed time lets a receiver reject a
 * replayed message.
 */
export function signature(secret: string, body: string, nowMs: number): string {
  const t = Math.floor(nowMs / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${v1}`
}
