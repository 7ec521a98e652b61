import { describe, expect, it } from 'vitest'
import { createSigner, isSameText } from './signed.ts'

const key = new Uint8Array(32).fill(7)

describe('createSigner', () => {
  it('verifies only a signature of the same text, key and purpose', () => {
    const signer = createSigner(key, 'forms')
    const signature = signer.sign('a text')
    expect(signer.verify('a text', signature)).toBe(true)
    expect(signer.verify('another text', signature)).toBe(false)
    expect(signer.verify('a text', signature.slice(1))).toBe(false)
    expect(signer.verify('a text', '')).toBe(false)
    expect(createSigner(key, 'links').verify('a text', signature)).toBe(false)
    expect(createSigner(new Uint8Array(32), 'forms').verify('a text', signature)).toBe(false)
  })

  it('compares texts of any length without an error', () => {
    expect(isSameText('ä', 'ä')).toBe(true)
    expect(isSameText('a', 'ab')).toBe(false)
  })
})
