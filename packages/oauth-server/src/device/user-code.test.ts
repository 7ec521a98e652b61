import { describe, expect, it } from 'vitest'
import { groupedUserCode, newUserCode, parseUserCode, userCodeHashes } from './user-code.ts'

const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'

describe('a user code', () => {
  it('a user code takes each letter of its alphabet equally often, and no byte that would prefer some of them', () => {
    let next = 0
    const counted = new Map<string, number>()
    for (let made = 0; made < 300; made++) {
      const code = newUserCode((count) => Uint8Array.from({ length: count }, () => next++ % 256))
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/)
      for (const letter of code) counted.set(letter, (counted.get(letter) ?? 0) + 1)
    }
    expect([...counted.keys()].sort().join('')).toBe(ALPHABET)
    expect(Math.max(...counted.values()) - Math.min(...counted.values())).toBeLessThan(30)
  })

  it.each([['wdjb-mjht'], ['WDJB MJHT'], [' w d j b m j h t '], ['WDJB—MJHT'], ['W.D_J-B M\tJ\nH T']])(
    'reads %j as the code WDJBMJHT',
    (typed) => {
      expect(parseUserCode(typed)).toBe('WDJBMJHT')
      expect(groupedUserCode('WDJBMJHT')).toBe('WDJB-MJHT')
    },
  )

  it.each([
    [''],
    ['WDJB'],
    ['WDJB-MJHTW'],
    ['AEIO-UAEI'],
    ['1234-5678'],
    ['ＷＤＪＢＭＪＨＴ'],
    ['ſ'.repeat(8)],
    ['-'.repeat(100_000)],
  ])('reads %j as no code', (typed) => {
    expect(parseUserCode(typed)).toBeUndefined()
  })

  it('a user code is found with a keyed hash of the current and of each previous key, and of no other', () => {
    const [current, previous, other] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
    if (!current || !previous || !other) throw new Error('three keys')
    const hashes = userCodeHashes({ keys: [current, previous] }, 'WDJBMJHT')
    expect(hashes).toHaveLength(2)
    expect(hashes[1]).toBe(userCodeHashes({ keys: [previous] }, 'WDJBMJHT')[0])
    expect(hashes).not.toContain(userCodeHashes({ keys: [other] }, 'WDJBMJHT')[0])
  })
})
