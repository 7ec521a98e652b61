import { describe, expect, it } from 'vitest'
import { cleanClientName } from './client-name.ts'

describe('the name of a client', () => {
  it.each([
    ['A client', 'A client'],
    ['  A \t client\n', 'A client'],
    ['a\nb', 'a b'],
    ['a\r\n\u2028\u2029\u0085b', 'a b'],
    ['a\u00a0\u3000\u2003b', 'a b'],
    ['a\u2800b', 'a b'],
    ['a \u200b b', 'a b'],
    ['Goo\u200bgle', 'Google'],
    ['Goo\u200c\u200d\u2060\ufeffgle', 'Google'],
    ['Goo\u00ad\u034f\u180egle', 'Google'],
    ['a\u0000\u0007\u001b\u007f\u009fb', 'ab'],
    ['a\u202eb\u2066c\u2069\u200e\u200f\u061c', 'abc'],
    ['Client\u{e0041}\u{e0042}\u{e007f}', 'Client'],
    ['a\u115f\u3164\uffa0b', 'ab'],
    ['a\ufe0fb\ufe00', 'ab'],
    ['a\ud800b', 'ab'],
    ['👩‍💻 Coder', '👩‍💻 Coder'],
    ['👨🏽‍🚀 and 🏳️‍🌈', '👨🏽‍🚀 and 🏳️‍🌈'],
    ['❤️', '❤️'],
    ['❤️\ufe0f\u200d', '❤️'],
    ['👩\u200d\u200d💻', '👩💻'],
    ['👩\u200dx', '👩x'],
    ['Zoë’s “client” 日本 العربية', 'Zoë’s “client” 日本 العربية'],
    ['x'.repeat(200), 'x'.repeat(200)],
    [`${'x'.repeat(200)}${'\u200b'.repeat(500)}`, 'x'.repeat(200)],
  ])('cleans the client name %j to %j', (given, shown) => expect(cleanClientName(given)).toBe(shown))

  it.each([
    '',
    ' ',
    '\n\t',
    '\u200b',
    '\u200d\u2060 \ufeff',
    '\u202e\u202c',
    '\u{e0041}',
    '\u3164',
    '\u2800',
    'x'.repeat(201),
  ])('rejects a client name that is empty after cleaning or too long: %j', (given) =>
    expect(cleanClientName(given)).toBeUndefined(),
  )

  it('does not change a client name that is cleaned already', () => {
    for (const name of ['👩‍💻 a  b\u200b', '\u200b a\u200b \u200bb']) {
      const once = cleanClientName(name) ?? ''
      expect(cleanClientName(once)).toBe(once)
    }
  })
})
