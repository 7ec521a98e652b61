import { timingSafeEqual } from 'node:crypto'
import type { RandomSource } from '@footfall/core-domain'
import { createHashPool } from './hashing/hash-pool.ts'

const SALT_BYTES = 16
const KEY_BYTES = 64
/** Node allows less memory than these costs need unless it is told. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

/** Of the whole process, whoever asks: each hash takes a core and 32 MB while it is made. */
const pool = createHashPool({ threads: 2, waitingMax: 32 })

/**
 * `salt:key` in hex, as better-auth stores passwords, so that its sign-in can check what is hashed here. The text of the
 * salt, not its bytes, goes into scrypt; and passwords are normalised, so that a keyboard's choice of code points does
 * not lock anybody out. Throws `ServiceUnavailable` when too many passwords wait to be hashed.
 */
export async function hashPassword(password: string, random: RandomSource): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

/** Throws `ServiceUnavailable` when too many passwords wait to be hashed. */
export async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await deriveKey(password, salt)
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected)
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return pool.derive({ password: password.normalize('NFKC'), salt, keyBytes: KEY_BYTES, cost: COST })
}
