import { hashSecret, type RandomSource, Secret } from '@footfall/core-domain'
import { base32 } from './base32.ts'

const COUNT = 10
/** 80 bits: too many to guess from the stored hash. */
const CODE_BYTES = 10
const CODE_LENGTH = 16

export interface RecoveryCodes {
  /** The codes, one a line. Shown once. */
  readonly secret: Secret
  readonly hashes: readonly string[]
}

/** New recovery codes, like `abcd-efgh-ijkl-mnop`. */
export function mintRecoveryCodes(random: RandomSource): RecoveryCodes {
  const codes = Array.from({ length: COUNT }, () => base32(random.bytes(CODE_BYTES)).toLowerCase())
  return {
    secret: new Secret(codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')).join('\n')),
    hashes: codes.map(hashSecret),
  }
}

/** The hash of a presented code; undefined for a text of another form. Case, spaces and hyphens do not matter. */
export function recoveryCodeHash(presented: string): string | undefined {
  const code = presented.toLowerCase().replaceAll(/[\s-]/g, '')
  return code.length === CODE_LENGTH && /^[a-z2-7]+$/.test(code) ? hashSecret(code) : undefined
}
