import { timingSafeEqual } from 'node:crypto'
import type { RandomSource } from '@footfall/core-domain'
import { createHashPool } from './hashing/hash-pool.ts'
import { PASSWORD_COST } from './hashing/password-cost.ts'

const SALT_BYTES = 16
const KEY_BYTES = 64

/** One pool per process: each hash takes a core and 32 MB. */
const pool = createHashPool({ threads: 2, waitingMax: 32 })

/**
 * `salt:key` in hex, in the format of better-auth: the salt of scrypt is its hex text, not its bytes. Passwords are
 * normalized, so that keyboards with other code points work. Throws `ServiceUnavailable` when too many passwords wait.
 */
export async function hashPassword(password: string, random: RandomSource): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

/** Throws `ServiceUnavailable` when too many passwords wait. */
export async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await deriveKey(password, salt)
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected)
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return pool.derive({ password: password.normalize('NFKC'), salt, keyBytes: KEY_BYTES, cost: PASSWORD_COST })
}
