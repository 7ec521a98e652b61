import { describe, expect, it } from 'vitest'
import { labelsIn, metricLabel } from './labels.ts'
import { LANGUAGES, languageFor, preferredLanguage } from './language.ts'
import { readText, writeText } from './text-format.ts'
import { textsIn } from './texts-in.ts'

const PLAIN = {
  literal: (text: string) => text,
  tag: (name: string, content: readonly string[]) => (name === '' ? content.join('') : `[${name}:${content.join('')}]`),
}
const written = (text: string, values: Readonly<Record<string, string | number>> = {}, language = 'en') =>
  writeText(readText(text), language, values, PLAIN).join('')

describe('the language of a request', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE-at, en;q=0.8', 'de'],
    ['en;q=0.8, de', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    ['tlh, de;q=0.1', 'de'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['zh-TW', 'en'],
    ['de;q=2', 'en'],
    ['de;drop table', 'en'],
    ['🦆, de', 'de'],
  ])('%s is answered in %s', (accepted, language) => {
    expect(preferredLanguage(accepted)).toBe(language)
  })

  it('reads only the first languages of a header that lists thousands', () => {
    expect(preferredLanguage(`${'tlh,'.repeat(10_000)}de`)).toBe('en')
  })

  it('finds each language of the service by its own tag, and none for what is no tag', () => {
    for (const language of LANGUAGES) expect(languageFor(language)).toBe(language)
    for (const tag of ['', 'x', '_', 'de_DE@euro']) expect(languageFor(tag)).toBeUndefined()
  })
})

describe('texts with placeholders', () => {
  it('inserts values unchanged, and writes numbers as in the language', () => {
    expect(written('Hello {name}!', { name: '<b>{name}</b>' })).toBe('Hello <b>{name}</b>!')
    expect(written('{count} rows', { count: 12_345 }, 'de')).toBe('12.345 rows')
  })

  it('chooses the plural form of the language', () => {
    const text = '{n, plural, one {# day of {what}} other {# days of {what}}}'
    expect(written(text, { n: 1, what: 'rain' })).toBe('1 day of rain')
    expect(written(text, { n: 0, what: 'rain' })).toBe('0 days of rain')
    expect(written(text, { n: 0, what: 'rain' }, 'fr')).toBe('0 day of rain')
  })

  it('keeps tags apart from text, also inside each other', () => {
    expect(written('a <b>c <i>{d}</i></b> e', { d: '</i>' })).toBe('a [b:c [i:</i>]] e')
    expect(written('1 < 2')).toBe('1 < 2')
  })

  it.each(['{', '{a', '{a, plural, one {x}}', '{a, select, other {x}}', '<b>x', 'x</b>', '}'])(
    'rejects the text %s, which cannot be read',
    (text) => {
      expect(() => readText(text)).toThrow(SyntaxError)
    },
  )

  it('rejects a text whose value is missing', () => {
    expect(() => written('{a}')).toThrow('“a”')
  })
})

describe('texts of the service', () => {
  it.each(LANGUAGES)('every text in %s can be read', (language) => {
    const { say } = textsIn(language)
    expect(say('common.sign_in')).not.toBe('')
  })

  it('speaks English to a person without a choice', () => {
    expect(textsIn(null).say('common.sign_in')).toBe('Sign in')
    expect(metricLabel('visitors', null)).toBe('Visitors')
  })

  it('Every language has each label, in English where one is missing', () => {
    const english = Object.keys(labelsIn('en'))
    for (const language of LANGUAGES) expect(Object.keys(labelsIn(language)).sort()).toEqual([...english].sort())
  })
})
