import { isSameSecret, type RandomSource } from '@footfall/core-domain'
import { HOTP, Secret, TOTP } from 'otpauth'
import { base32 } from '../../base32.ts'

/** What every authenticator app supports. */
const FORMAT = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** As long as the output of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Codes of the step before and after are accepted, since clocks differ and people type slowly. */
const WINDOW = [-1, 0, 1] as const

/** A new secret of an authenticator app, in base32. */
export function mintTotpSecret(random: RandomSource): string {
  return base32(random.bytes(SECRET_BYTES))
}

/** The code of a time step (RFC 6238). */
export function totpCode(secret: string, step: number): string {
  return HOTP.generate({ ...FORMAT, secret: Secret.fromBase32(secret), counter: step })
}

export function totpStep(nowMs: number): number {
  return TOTP.counter({ ...FORMAT, timestamp: nowMs })
}

/**
 * The time step that the code belongs to, if that is now, the one before or the one after. Every step is compared, and the
 * latest counts: `TOTP.validate` stops at the first, so a code of two steps could be used in each of them.
 */
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
  return new TOTP({ ...FORMAT, secret, label: email, issuer }).toString()
}
