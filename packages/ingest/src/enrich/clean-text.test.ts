import { cleanText } from '@footfall/core-domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const FAMILY = '👨‍👩‍👧‍👦'
const HEART = '❤️'
const KEYCAP = '1️⃣'
const PIRATES = '🏴‍☠️'
const WAVE = '👋🏽'
const FLAG = '🇨🇭'
const EMOJI = [FAMILY, HEART, KEYCAP, PIRATES, WAVE, FLAG, '🏳️‍🌈', '👩🏿‍🚀']

/** Characters that the rules are about, among any others. */
const awkward = fc.constantFrom(
  ...['\t', '\n', '\u0085', '\u00a0', '\u2028', ' ', '\0', '\u001b', '\u007f', '\u009f', '\u00ad', '\u061c'],
  ...['\u200b', '\u200c', '\u200d', '\u200e', '\u202e', '\u2066', '\u2069', '\u2060', '\ufeff', '\ufe0f', '\ufe0e'],
  ...['\u{e0041}', '\u{e007f}', '\u{e0100}', '\ud800', '\udc00', '1', '\u20e3', 'a', '\u0301', '👩', '🏽'],
  ...EMOJI,
)
const text = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''))
const length = fc.integer({ min: 1, max: 60 })

describe('cleaning text', () => {
  it.each([
    ['plain text', 'plain text'],
    ['/docs/über/日本語', '/docs/über/日本語'],
    ['  two \t\n\u00a0 words\u2028', 'two words'],
    ['a\0b\u001bc\u009fd', 'abcd'],
    ['invoice\u202egpj.exe', 'invoicegpj.exe'],
    ['pa\u200bge\ufeff\u2060', 'page'],
    ['hidden\u{e0068}\u{e0069}', 'hidden'],
    ['a\u200db', 'ab'],
    ['x\ufe0fy', 'xy'],
    ['\ud83d', '\ufffd'],
    ['\u200b \u202e', ''],
  ])('turns %j into %j', (before, after) => {
    expect(cleanText(before, 100)).toBe(after)
  })

  it.each(EMOJI)('keeps the joiners and selectors of %s', (emoji) => {
    expect(cleanText(`a ${emoji} b`, 100)).toBe(`a ${emoji} b`)
  })

  it('counts code points and does not cut a surrogate pair or an emoji sequence', () => {
    expect(cleanText('𝒳'.repeat(10), 4)).toBe('𝒳'.repeat(4))
    expect(cleanText(`ab${FAMILY}c`, 5)).toBe('ab')
    expect(cleanText(`ab${FAMILY}c`, 9)).toBe(`ab${FAMILY}`)
    expect(cleanText(`${FLAG}${FLAG}`, 3)).toBe(FLAG)
    expect(cleanText('ab cd', 3)).toBe('ab')
    expect([...cleanText(`a${'\u0301'.repeat(500)}`, 200)]).toHaveLength(200)
  })

  it('leaves nothing invisible, no white space but single spaces between words, and at most the length', () => {
    fc.assert(
      fc.property(text, length, (before, max) => {
        const after = cleanText(before, max)
        expect([...after].length).toBeLessThanOrEqual(max)
        expect(after.isWellFormed()).toBe(true)
        expect(after).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b\u200c\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u)
        expect(after).not.toMatch(/^ | $| {2}|[^\P{White_Space} ]/u)
        for (const joiner of after.matchAll(/\u200d/g)) {
          const next = after.slice(joiner.index + 1)
          expect(next === '' || /^\p{Extended_Pictographic}/u.test(next)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('returns clean text unchanged', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (before, max) => {
        const once = cleanText(before, max)
        expect(cleanText(once, max)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })

  it('returns printable ASCII with single spaces as it is', () => {
    const word = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((part) => part.replaceAll(' ', '_'))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const plain = words.join(' ')
        expect(cleanText(plain, 10_000)).toBe(plain)
      }),
    )
  })
})
