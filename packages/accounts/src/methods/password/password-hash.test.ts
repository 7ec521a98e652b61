import { describe, expect, it, vi } from 'vitest'
import { hashPassword, matchesHash } from '../../index.ts'

vi.unmock('./hashing/password-cost.ts')

const PASSWORD = 'correct horse battery'

/** Made by `hashPassword` of @better-auth/utils 0.5.0. */
const FROM_BETTER_AUTH =
  'd9f51e75173f02d8cedb519c2eed370a:8defbf6b2cee6272e8bce37e8b8deb666bdab4edce484444b573e842889f87c1f1f11d76fade7f4a33a1833297484ef9f41e9df54bddc23dcf8ecd028b7414d2'

describe('a password hash', () => {
  it('verifies a password hash of better-auth in any Unicode normalization of the password', async () => {
    expect(await matchesHash('\uFB01ance\u0301 \u2167 horse', FROM_BETTER_AUTH)).toBe(true)
    expect(await matchesHash('fianc\u00E9 VIII horse', FROM_BETTER_AUTH)).toBe(true)
    expect(await matchesHash('fiance VIII horse', FROM_BETTER_AUTH)).toBe(false)
  })

  it('stores the salt and the key of a password hash in hex, and derives the key from the salt', async () => {
    const random = { bytes: (count: number) => new Uint8Array(count).fill(7) }
    const other = { bytes: (count: number) => new Uint8Array(count).fill(8) }
    const hash = await hashPassword(PASSWORD, random)
    expect(hash).toMatch(/^(07){16}:[0-9a-f]{128}$/)
    expect((await hashPassword(PASSWORD, other)).split(':')[1]).not.toBe(hash.split(':')[1])
  })

  it('matches no password with a malformed password hash', async () => {
    for (const hash of ['', ':', 'ab', `${'0'.repeat(32)}:`, `${'0'.repeat(32)}:00`]) {
      expect(await matchesHash(PASSWORD, hash)).toBe(false)
    }
  })
})
