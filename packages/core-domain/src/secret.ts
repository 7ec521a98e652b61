import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, type RandomSource } from './random.ts'

/** The kinds of secrets that the service issues. Scanners and routers recognize them by their prefix. */
export const SECRET_PREFIXES = {
  account_token: 'jt_',
  oauth_access: 'joa_',
  oauth_refresh: 'jor_',
  website_key: 'jk_',
} as const
export type SecretKind = keyof typeof SECRET_PREFIXES
const PREFIXES = Object.entries(SECRET_PREFIXES) as [SecretKind, string][]

const RANDOM_BYTES = 32
/** Enough base62 digits for 256 bits. */
const BODY_LENGTH = 43
const CHECKSUM_LENGTH = 6
const PREFIX_LENGTH = 8

/**
 * A credential in plaintext, for the response that creates it. Printing or serializing this object yields `[secret]`.
 */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** The plaintext, for the response that returns it once. */
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '[secret]'
  }
  toJSON(): string {
    return '[secret]'
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]'
  }
}

/** The stored part of a credential: enough to look it up and to recognize it in a list, not to use it. */
export interface StoredSecret {
  readonly secret_hash: string
  readonly prefix: string
}

export function mintSecret(kind: SecretKind, random: RandomSource): { secret: Secret; stored: StoredSecret } {
  const body = base62(random.bytes(RANDOM_BYTES), BODY_LENGTH)
  const head = SECRET_PREFIXES[kind] + body
  const text = head + checksum(head)
  return { secret: new Secret(text), stored: { secret_hash: hashSecret(text), prefix: text.slice(0, PREFIX_LENGTH) } }
}

/**
 * The secret of a link: as random as a credential, and without the prefix and the checksum by which scanners recognize one,
 * since pages that embed a link contain it in plaintext.
 */
export function mintLinkSecret(random: RandomSource): { readonly secret: Secret; readonly hash: string } {
  const text = base62(random.bytes(RANDOM_BYTES), BODY_LENGTH)
  return { secret: new Secret(text), hash: hashSecret(text) }
}

/** Whether a text has the form of a secret of a link. */
export function isLinkSecret(text: string): boolean {
  return text.length === BODY_LENGTH && /^[0-9A-Za-z]+$/.test(text)
}

/** SHA-256 in lower-case hex. Secrets hold 256 random bits, so a hash without salt is enough. */
export function hashSecret(text: string): string {
  return hash('sha256', text, 'hex')
}

/** HMAC-SHA-256. The purpose separates the uses of one key: a hash for one purpose is not valid for another. */
export function keyedHash(key: Uint8Array, purpose: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest()
}

/** Compares in constant time. Texts rather than bytes, since base64 has several spellings of the same bytes. */
export function isSameSecret(presented: string, expected: string): boolean {
  const [a, b] = [Buffer.from(presented), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The kind of a presented credential; undefined when its prefix, length or checksum is wrong. */
export function secretKind(text: string): SecretKind | undefined {
  for (const [kind, prefix] of PREFIXES) {
    if (!text.startsWith(prefix)) continue
    if (text.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return undefined
    const head = text.slice(0, -CHECKSUM_LENGTH)
    return checksum(head) === text.slice(-CHECKSUM_LENGTH) ? kind : undefined
  }
  return undefined
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let digits = ''
  for (let i = 0; i < length; i++) {
    digits = BASE62.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits
}
