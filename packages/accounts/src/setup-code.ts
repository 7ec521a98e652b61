import { createHmac, timingSafeEqual } from 'node:crypto'

/** Without the letters and digits that people take for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/**
 * What whoever makes the first account from elsewhere has to know: 100 bits that follow from the key, so that every
 * replica says and takes the same, and nothing is stored.
 */
export interface SetupCode {
  /** For the log of the service, as long as there is no account. */
  readonly text: string
  /** However it is spaced and spelled. */
  matches(presented: string): boolean
}

export function setupCode(key: Uint8Array): SetupCode {
  const bytes = createHmac('sha256', key).update('setup code of the first account').digest()
  const digits = [...bytes.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
  const groups = Array.from({ length: GROUPS }, (_, i) =>
    digits.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''),
  )
  const expected = Buffer.from(digits.join(''))
  return {
    text: groups.join('-'),
    matches(presented) {
      const given = Buffer.from(presented.toUpperCase().replaceAll(/[\s-]/g, ''))
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
