import { describe, expect, it } from 'vitest'
import { ownCopy } from './text.ts'
import { cacheByText } from './text-cache.ts'

const LONG = 'x'.repeat(400)

function asked(bytesMax: number) {
  const computed: string[] = []
  const answer = cacheByText(bytesMax, (key) => {
    computed.push(key.slice(0, 1))
    return { first: key.slice(0, 1), length: key.length }
  })
  return { computed, answer: (name: string) => answer(name + LONG) }
}

describe('a text cache', () => {
  it('computes a result once while it is cached', () => {
    const { computed, answer } = asked(100_000)
    for (const name of ['a', 'b', 'a', 'b', 'a']) expect(answer(name)).toEqual({ first: name, length: 401 })
    expect(computed).toEqual(['a', 'b'])
  })

  it('drops the least recently used results', () => {
    // Room for four entries of some 700 bytes.
    const { computed, answer } = asked(3_000)
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b']) answer(name)
    expect(computed).toEqual(['a', 'b', 'c', 'd', 'e', 'b'])
  })

  it('returns the result for a text larger than the cache without caching it', () => {
    const { computed, answer } = asked(500)
    expect([answer('a'), answer('a')]).toEqual([
      { first: 'a', length: 401 },
      { first: 'a', length: 401 },
    ])
    expect(computed).toEqual(['a', 'a'])
  })

  it('distinguishes texts that differ only in half a surrogate pair', () => {
    const answer = cacheByText(100_000, (key) => key.isWellFormed())
    expect([answer(`${LONG}\ud800`), answer(`${LONG}\ufffd`), answer(`${LONG}\ud800`)]).toEqual([false, true, false])
  })

  it('returns nested results, numbers and undefined unchanged', () => {
    const value = { crawler: { name: 'Bot' }, fields: 'a b', at: 7, none: undefined }
    const answer = cacheByText(100_000, (key) => (key === '' ? undefined : value))
    expect([answer('x'), answer('x'), answer('')]).toEqual([value, value, undefined])
  })
})

describe('a copy of a text', () => {
  it.each(['', 'short', LONG, 'é'.repeat(50), '🛒 and 漢字 for ever', `${LONG}\ud800`])(
    'equals the text: %j',
    (text) => {
      expect(ownCopy(text)).toBe(text)
    },
  )
})
