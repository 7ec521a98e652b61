import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { visitorId } from './visitor.ts'

const identity = (userAgent: string) => ({ product: 'prd_shop', address: '203.0.113.7', userAgent })

it.each([
  ['a usual user agent', 32, 'Mozilla/5.0 (X11; Linux x86_64)'],
  ['no user agent', 32, ''],
  ['a user agent of several bytes a character', 32, '漢字🛒'.repeat(400)],
  ['a very long user agent', 32, 'é'.repeat(10_000)],
  ['a salt longer than a block of the hash', 100, 'curl/8'],
])('a pseudonym is 64 bits of HMAC-SHA-256 under the salt: %s', (_, saltBytes, userAgent) => {
  const salt = Buffer.alloc(saltBytes, 5)
  // The second call finds the bytes of the first in the buffers.
  for (const agent of [userAgent, 'shorter', userAgent]) {
    const digest = createHmac('sha256', salt).update(['prd_shop', '203.0.113.7', agent].join('\0')).digest()
    expect(visitorId(salt, identity(agent))).toBe(digest.readBigUInt64BE(0).toString())
  }
})
