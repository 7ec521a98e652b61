import { currentKey, isSameSecret, type Keyring, keyedHash } from '@footfall/core-domain'

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/**
 * Required to create the first account from another machine: 100 bits derived from the key, so that all replicas have the same
 * one and nothing is stored.
 */
export interface SetupCode {
  /** For the log, while there is no account. */
  readonly text: string
  /** Ignores case, spaces and hyphens. */
  matches(presented: string): boolean
}

export function setupCode(keys: Keyring): SetupCode {
  const bytes = keyedHash(currentKey(keys), 'setup code', 'first account')
  const digits = [...bytes.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    digits.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  )
  return {
    text: groups.join('-'),
    matches: (presented) => isSameSecret(presented.toUpperCase().replaceAll(/[\s-]/g, ''), digits.join('')),
  }
}
