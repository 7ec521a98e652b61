import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { base32 } from '../../base32.ts'
import { matchingStep, mintTotpSecret, otpauthUri, readTotpCode, totpCode, totpStep } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const SECRET = base32(Buffer.from('12345678901234567890'))

describe('TOTP', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('generates the codes of RFC 6238: %i s is %s', (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1_000))).toBe(code)
  })

  it('accepts only the codes of the step before, of now and of the step after', () => {
    const now = 1_800_000_000_000
    const step = totpStep(now)
    const accepted = [-2, -1, 0, 1, 2].map((offset) => matchingStep(SECRET, totpCode(SECRET, step + offset), now))
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it('reads only six digits with spaces as a code', () => {
    expect(readTotpCode(' 287 082 ')).toBe('287082')
    for (const text of ['', '28708', '2870822', '28708a', '２８７０８２', '-87082'])
      expect(readTotpCode(text)).toBeUndefined()
  })

  it('writes base32 without padding and reads it again', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(Secret.fromBase32('MZXW6YTBOI').utf8).toBe('foobar')
  })

  it('mints a secret of exactly 20 bytes from a view of a larger buffer', () => {
    const pool = Buffer.from('before 12345678901234567890 after')
    expect(mintTotpSecret({ bytes: (length) => pool.subarray(7, 7 + length) })).toBe(SECRET)
  })

  it('counts a code of two neighboring steps as the later one, so that it cannot be presented again', () => {
    const step = 910_737
    const code = totpCode(SECRET, step)
    expect(totpCode(SECRET, step + 1)).toBe(code)
    expect(matchingStep(SECRET, code, step * 30_000)).toBe(step + 1)
  })

  it('builds the address that authenticator apps read, with an encoded email', () => {
    const uri = new URL(otpauthUri(SECRET, 'ada+x@example.com', 'Footfall'))
    expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp')
    expect(uri.pathname).toBe('/Footfall:ada%2Bx%40example.com')
    expect(uri.searchParams.get('secret')).toBe(SECRET)
  })
})
