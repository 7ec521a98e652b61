import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { RandomSource } from '@footfall/core-domain'

const SALT_BYTES = 16
const KEY_BYTES = 64
/** Node allows less memory than these costs need unless it is told. */
const COST: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

/**
 * `salt:key` in hex, as better-auth stores passwords, so that its sign-in can check what is hashed here. The text of the
 * salt, not its bytes, goes into scrypt; and passwords are normalised, so that a keyboard's choice of code points does
 * not lock anybody out.
 */
export async function hashPassword(password: string, random: RandomSource): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('hex')
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`
}

export async function matchesHash(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await deriveKey(password, salt)
  return expected.length === KEY_BYTES && timingSafeEqual(actual, expected)
}

function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
