import { inspect } from 'node:util'
import { seededRandom } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import { hashSecret, isSameSecret, keyedHash, mintSecret, secretKind } from './secret.ts'

describe('secrets', () => {
  it('makes a secret of its prefix, 43 base62 digits of 32 random bytes and a checksum', () => {
    const { secret, stored } = mintSecret('account_token', seededRandom())
    expect(secret.reveal()).toMatch(/^jt_[0-9A-Za-z]{49}$/)
    expect(stored).toEqual({ secret_hash: hashSecret(secret.reveal()), prefix: secret.reveal().slice(0, 8) })
  })

  it('recognizes the kind of a secret, and rejects one with a changed, missing or additional digit', () => {
    const text = mintSecret('website_key', seededRandom()).secret.reveal()
    expect(secretKind(text)).toBe('website_key')
    const flipped = text.slice(0, 10) + (text[10] === 'A' ? 'B' : 'A') + text.slice(11)
    expect(secretKind(flipped)).toBeUndefined()
    expect(secretKind(text.slice(0, -1))).toBeUndefined()
    expect(secretKind(`${text}a`)).toBeUndefined()
    expect(secretKind(text.replace('jk_', 'jt_'))).toBeUndefined()
    expect(secretKind('')).toBeUndefined()
  })

  it('shows no secret in text, JSON or an inspected object', () => {
    const { secret } = mintSecret('oauth_access', seededRandom())
    const shown = [`${secret}`, JSON.stringify({ secret }), inspect({ secret }), inspect(secret, { showHidden: true })]
    for (const text of shown) expect(text).not.toContain(secret.reveal())
  })
})

describe('keyedHash', () => {
  it('returns another keyed hash for another key, purpose or text', () => {
    const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
    const hashes = [
      keyedHash(key, 'a', 'b'),
      keyedHash(other, 'a', 'b'),
      keyedHash(key, 'c', 'b'),
      keyedHash(key, 'a', 'd'),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
    expect(keyedHash(key, 'a', 'b')).toEqual(hashes[0])
  })
})

describe('isSameSecret', () => {
  it('accepts only the identical secret, also with another length or outside ASCII', () => {
    expect(isSameSecret('äb', 'äb')).toBe(true)
    for (const other of ['', 'ä', 'äbc', 'äB', 'ab']) expect(isSameSecret(other, 'äb')).toBe(false)
  })
})
