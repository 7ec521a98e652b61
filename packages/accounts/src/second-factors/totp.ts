import { createHmac } from 'node:crypto'
import { isSameSecret, type RandomSource } from '@footfall/core-domain'
import { base32, fromBase32 } from './base32.ts'

const STEP_MS = 30_000
const DIGITS = 6
/** As long as the output of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Codes of the step before and after are accepted, since clocks differ and people type slowly. */
const WINDOW = [-1, 0, 1] as const

/** A new secret of an authenticator app, in base32. */
export function mintTotpSecret(random: RandomSource): string {
  return base32(random.bytes(SECRET_BYTES))
}

/** The code of a time step (RFC 6238 with SHA-1 and 6 digits, which every app supports). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hmac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = hmac.readUInt8(hmac.length - 1) & 0xf
  const number = (hmac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS)
}

/** The time step that the code belongs to, if that is now, the one before or the one after. Every step is compared. */
export function matchingStep(secret: string, code: string, nowMs: number): number | undefined {
  const now = totpStep(nowMs)
  let found: number | undefined
  for (const offset of WINDOW) {
    const step = now + offset
    if (isSameSecret(code, totpCode(secret, step))) found = step
  }
  return found
}

/** What people type as a code of an authenticator app: six digits, spaces aside. */
export function readTotpCode(presented: string): string | undefined {
  const digits = presented.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** The address that authenticator apps read from a QR code. */
export function otpauthUri(secret: string, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=30`
}
