import type { SecretHash } from '../records.ts'
import { keyedHash, type RandomBytes } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** Consonants only, so that no code spells a word, and none that people confuse (RFC 8628 §6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const GROUP = 4
/** The highest multiple of the size of the alphabet in a byte: bytes above it would make the first letters more likely. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)
/** Before letters are made upper case, which would turn others into these. */
const LETTERS = /^[A-Za-z]*$/
/** Longer input cannot be a code; it is not searched for separators. */
const INPUT_MAX = 64

/** A new user code without its separator: 20⁸ possibilities, about 34 bits. */
export function newUserCode(randomBytes: RandomBytes): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH))
      if (byte < FAIR_BYTES && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length]
  }
  return code
}

/** As people read and type it: `WDJB-MJHT`. */
export function groupedUserCode(code: string): string {
  return `${code.slice(0, GROUP)}-${code.slice(GROUP)}`
}

/** What a person typed, in any case and with any separators; undefined if it cannot be a code. */
export function parseUserCode(text: string): string | undefined {
  if (text.length > INPUT_MAX) return undefined
  const typed = text.replaceAll(/[\s\p{Dash_Punctuation}._]/gu, '')
  const code = typed.toUpperCase()
  return code.length === LENGTH && LETTERS.test(typed) && [...code].every((letter) => ALPHABET.includes(letter))
    ? code
    : undefined
}

/**
 * A keyed hash, because a plain hash of so few possibilities could be reversed by who reads the database. The first is of
 * the current key; a code that was made under a previous one is found by the others.
 */
export function userCodeHashes({ keys }: Pick<Settings, 'keys'>, code: string): [SecretHash, ...SecretHash[]] {
  const hashed = (key: Uint8Array) => keyedHash(key, 'device user code', code)
  const [current, ...previous] = keys
  return [hashed(current), ...previous.map(hashed)]
}
