import { timingSafeEqual } from 'node:crypto'
import type { RandomSource } from '@footfall/core-domain'
import { createHashPool, type HashPool } from './hashing/hash-pool.ts'
import { PASSWORD_COST } from './hashing/password-cost.ts'

const SALT_BYTES = 16
const KEY_BYTES = 64

/** Of this process, for passwords of accounts and for new ones: each hash takes a core and 32 MB. */
const accountPool = createHashPool({ threads: 2, waitingMax: 32 })
/**
 * For passwords of shared links. The owner of links knows their passwords, and could present them from many networks at the
 * same time, or set many; a separate pool keeps sign-ins from waiting for that.
 */
const linkPool = createHashPool({ threads: 1, waitingMax: 16 })

/**
 * `salt:key` in hex, in the format of better-auth: the salt of scrypt is its hex text, not its bytes. Passwords are
 * normalized, so that keyboards with other code points work. Throws `ServiceUnavailable` when too many passwords wait.
 */
export function hashPassword(password: string, random: RandomSource): Promise<string> {
  return newHash(accountPool, password, random)
}

/** `hashPassword` for the password of a shared link, which waits for those of other links only. */
export function hashLinkPassword(password: string, random: RandomSource): Promise<string> {
  return newHash(linkPool, password, random)
}

/** Throws `ServiceUnavailable` when too many passwords wait. */
export function matchesHash(password: string, hash: string): Promise<boolean> {
  return matches(accountPool, password, hash)
}

/** `matchesHash` for the password of a shared link, which waits for those of other links only. */
export function matchesLinkHash(password: string, hash: string): Promise<boolean> {
  return matches(linkPool, password, hash)
}

async function newHash(pool: HashPool, password: string, random: RandomSource): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('hex')
  return `${salt}:${(await deriveKey(pool, password, salt)).toString('hex')}`
}

async function matches(pool: HashPool, password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await deriveKey(pool, password, salt)
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected)
}

function deriveKey(pool: HashPool, password: string, salt: string): Promise<Buffer> {
  return pool.derive({ password: password.normalize('NFKC'), salt, keyBytes: KEY_BYTES, cost: PASSWORD_COST })
}
