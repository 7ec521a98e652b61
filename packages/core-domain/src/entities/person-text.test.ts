import { expect, it } from 'vitest'
import { personLines, personText } from './common.ts'

const name = personText(20)

it.each([
  ['a bidirectional override', '\u202eShop'],
  ['a zero-width space', 'Sh\u200bop'],
  ['a joiner between letters', 'Sh\u200dop'],
  ['tag characters', `Shop${String.fromCodePoint(0xe0069, 0xe0067, 0xe006e)}`],
  ['a soft hyphen', 'Sh\u00adop'],
  ['a variation selector', 'Shop\ufe0f'],
  ['invisible characters beside white space', ' \u200b Shop \u2060\t'],
])('a name that a person typed is stored without %s', (_, typed) => {
  expect(name.parse(typed)).toBe('Shop')
})

it.each(['Café  Ole', '店', 'متجر', '👩‍💻 team', '❤️', "O'Neil & Söhne"])(
  'keeps a visible name as it is: %s',
  (typed) => {
    expect(name.parse(typed)).toBe(typed)
  },
)

it.each([
  ['empty text', ''],
  ['invisible text', '\u200b\u2060'],
  ['text that is too long', 'x'.repeat(21)],
  ['a control character', 'Shop\u0000'],
  ['a line break inside', 'Sh\nop'],
  ['half a surrogate pair', 'Shop\ud800'],
])('rejects %s as a name', (_, typed) => {
  expect(name.safeParse(typed).error?.issues).toHaveLength(1)
})

it('counts the length of a name without its invisible characters', () => {
  expect(name.parse(`${'x'.repeat(20)}\u200b`)).toHaveLength(20)
})

it.each([
  ['line breaks', 'Two\n\nlines', 'Two\n\nlines'],
  ['line breaks of Windows as line feeds', 'Two\r\nlines', 'Two\nlines'],
  ['tabs', 'a\tb', 'a\tb'],
])('keeps %s in a field of several lines', (_, typed, stored) => {
  expect(personLines(20).parse(typed)).toBe(stored)
})

it.each([
  ['a control character', 'a\u0000b'],
  ['nothing but line breaks', '\n\r\n'],
  ['text that is too long', 'x\n'.repeat(20)],
])('rejects %s in a field of several lines', (_, typed) => {
  expect(personLines(20).safeParse(typed).error?.issues).toHaveLength(1)
})
