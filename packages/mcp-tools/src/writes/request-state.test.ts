import { InvalidRequest } from '@footfall/core-domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestStates } from './request-state.ts'

const KEY = new Uint8Array(32).fill(1)
const PENDING = { operation: 'service_products_update', fingerprint: 'f'.repeat(64), key: 'asked_x', revision: 3 }
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const TEN_MINUTES = 600_000

describe('request state', () => {
  const states = createRequestStates('shop', KEY)
  const sealed = states.seal(PENDING, 'tok_a', NOW)

  it('request state is valid for the credential for which it was sealed', () => {
    expect(states.open(sealed, 'tok_a', NOW)).toEqual(PENDING)
  })

  it('request state expires after exactly ten minutes', () => {
    expect(states.open(sealed, 'tok_a', NOW + TEN_MINUTES - 1)).toEqual(PENDING)
    expect(() => states.open(sealed, 'tok_a', NOW + TEN_MINUTES)).toThrow(InvalidRequest)
  })

  it('request state is invalid for another credential, under another key and as another version', () => {
    expect(() => states.open(sealed, 'tok_b', NOW)).toThrow(InvalidRequest)
    expect(() => createRequestStates('shop', new Uint8Array(32).fill(2)).open(sealed, 'tok_a', NOW)).toThrow(
      InvalidRequest,
    )
    expect(() => states.open(sealed.replace('rs2.', 'rs3.'), 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it('request state is invalid for another host with the same key', () => {
    expect(() => createRequestStates('bank', KEY).open(sealed, 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it('request state is valid under each accepted key, and sealed under the current one', () => {
    const other = new Uint8Array(32).fill(2)
    expect(createRequestStates('shop', [other, KEY]).open(sealed, 'tok_a', NOW)).toEqual(PENDING)
    const next = createRequestStates('shop', [other, KEY]).seal(PENDING, 'tok_a', NOW)
    expect(createRequestStates('shop', other).open(next, 'tok_a', NOW)).toEqual(PENDING)
    expect(() => states.open(next, 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it('request state is invalid with any character changed, added or removed', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'z', '0', '-', '.', '=', ' ', ''), (at, text) => {
        const changed = sealed.slice(0, at) + text + sealed.slice(at + 1)
        fc.pre(changed !== sealed)
        expect(() => states.open(changed, 'tok_a', NOW)).toThrow(InvalidRequest)
      }),
    )
    expect(() => states.open(`${sealed}.x`, 'tok_a', NOW)).toThrow(InvalidRequest)
  })

  it.each([[''], ['.'], ['..'], ['rs2..'], ['rs2.e30.'], ['x'.repeat(100_000)], ['rs2.\u0000.\u0000']])(
    'rejects the request state %j with the same message as every invalid state',
    (text) => {
      expect(() => states.open(text, 'tok_a', NOW)).toThrow(/is not valid/)
    },
  )

  it('requires a key of 32 bytes and copies it', () => {
    expect(() => createRequestStates('shop', new Uint8Array(31))).toThrow(RangeError)
    const mine = new Uint8Array(32).fill(1)
    const held = createRequestStates('shop', mine)
    mine.fill(9)
    expect(held.open(sealed, 'tok_a', NOW)).toEqual(PENDING)
  })
})
