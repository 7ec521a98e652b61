import { InvalidRequest } from '@footfall/core-domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestStates } from './request-state.ts'

const KEY = new Uint8Array(32).fill(1)
const PENDING = { operation: 'service_products_update', fingerprint: 'f'.repeat(64), key: 'asked_x', revision: 3 }
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const TEN_MINUTES = 600_000

describe('request state', () => {
  const states = createRequestStates(KEY)
  const sealed = states.seal(PENDING, 'tok_a', NOW)

  it('opens for the credential it was sealed for', () => {
    expect(states.open(sealed, 'tok_a', NOW)).toEqual(PENDING)
  })

  it('lives for ten minutes, and not a millisecond longer', () => {
    expect(states.open(sealed, 'tok_a', NOW + TEN_MINUTES - 1)).toEqual(PENDING)
    expect(() => states.open(sealed, 'tok_a', NOW + TEN_MINUTES)).toThrow(InvalidRequest)
  })

  it('opens for no other credential, under no other key, and not as another version', () => {
    expect(() => states.open(sealed, 'tok_b', NOW)).toThrow(InvalidRequest)
    expect(() => createRequestStates(new Uint8Array(32).fill(2)).open(sealed, 'tok_a', NOW)).toThrow(InvalidRequest)
    expect(() => states.open(sealed.replace('rs1.', 'rs2.'), 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it('opens with no character changed, added or left out', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'z', '0', '-', '.', '=', ' ', ''), (at, text) => {
        const changed = sealed.slice(0, at) + text + sealed.slice(at + 1)
        fc.pre(changed !== sealed && !sameBytes(changed, sealed))
        expect(() => states.open(changed, 'tok_a', NOW)).toThrow(InvalidRequest)
      }),
    )
    expect(() => states.open(`${sealed}.x`, 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it.each([[''], ['.'], ['..'], ['rs1..'], ['rs1.e30.'], ['x'.repeat(100_000)], ['rs1.\u0000.\u0000']])(
    'says of %j no more than that it is not valid',
    (text) => {
      expect(() => states.open(text, 'tok_a', NOW)).toThrow(/is not valid/)
    },
  )

  it('wants a key of 32 bytes, and takes a copy of it', () => {
    expect(() => createRequestStates(new Uint8Array(31))).toThrow(RangeError)
    const mine = new Uint8Array(32).fill(1)
    const held = createRequestStates(mine)
    mine.fill(9)
    expect(held.open(sealed, 'tok_a', NOW)).toEqual(PENDING)
  })

  /** The last character of base64url may hold bits that no byte uses. */
  function sameBytes(a: string, b: string): boolean {
    const bytes = (text: string) =>
      text
        .split('.')
        .map((part, at) => (at === 2 ? Buffer.from(part, 'base64url').toString('hex') : part))
        .join('.')
    return bytes(a) === bytes(b)
  }
})
