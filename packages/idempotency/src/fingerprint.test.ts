import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint } from './fingerprint.ts'

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, shuffled(inner)]),
  )
}

describe('a fingerprint', () => {
  it('equal JSON has the same fingerprint, whatever the order of keys and the white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const spaced = JSON.parse(JSON.stringify(shuffled(input), undefined, 3))
        expect(fingerprint('op', spaced)).toBe(fingerprint('op', JSON.parse(JSON.stringify(input))))
      }),
    )
  })

  it('different JSON has different fingerprints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(shuffled(shuffled(a))) === JSON.stringify(shuffled(shuffled(b)))
        fc.pre(!same && JSON.stringify(a).length !== JSON.stringify(b).length)
        expect(fingerprint('op', a)).not.toBe(fingerprint('op', b))
      }),
    )
  })

  it('the same input to different operations has different fingerprints, with a pinned value', () => {
    expect(fingerprint('a', {})).not.toBe(fingerprint('b', {}))
    // SHA-256 of {"input":{"n":1,"text":"é"},"operation":"op"}: stored records of earlier versions must stay readable.
    expect(fingerprint('op', { text: 'é', n: 1.0 })).toBe(
      'bc5ce7bf784f49dd83135d879eaacd3505a392efe11d7d36a9d0a3006752e7f6',
    )
  })
})
