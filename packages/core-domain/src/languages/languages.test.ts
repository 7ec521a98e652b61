import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { CATALOGUES } from './catalogues.ts'
import { labelsIn, metricLabel } from './labels.ts'
import { LANGUAGES, languageFor, preferredLanguage } from './language.ts'
import { textsIn } from './texts-in.ts'

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

  it('finds each language of the service by its own tag, and none for an invalid tag', () => {
    for (const language of LANGUAGES) expect(languageFor(language)).toBe(language)
    for (const tag of ['', 'x', '_', 'de_DE@euro']) expect(languageFor(tag)).toBeUndefined()
  })
})

describe('texts of the service', () => {
  it.each(LANGUAGES)(
    'every text in %s can be parsed, without a straight apostrophe, which would quote placeholders',
    (language) => {
      for (const [key, text] of Object.entries(CATALOGUES[language].texts)) {
        expect(() => new IntlMessageFormat(text, language), key).not.toThrow()
        expect(text, key).not.toContain("'")
      }
    },
  )

  it.each(LANGUAGES)('every text is translated to %s', (language) => {
    const { texts } = CATALOGUES[language]
    expect(Object.keys(texts)).toEqual(Object.keys(CATALOGUES.en.texts))
  })

  it('inserts values unchanged, and writes numbers and plurals as in the language', () => {
    expect(textsIn('en').say('mail.ended', { tokens: 12_345, keys: 1, connections: 0 })).toContain('12,345')
    expect(textsIn('de').say('mail.ended', { tokens: 12_345, keys: 1, connections: 0 })).toContain('12.345')
    const value = '<b>{name}</b> ’ #'
    expect(textsIn('en').say('mail.second_factor_added', { factor: value })).toContain(value)
  })

  it('keeps tags and values apart from the words of a text', () => {
    const name = { value: 'Reader' }
    const parts = textsIn('en').parts<object>('consent.heading', { name, bdi: (content) => ({ content }) })
    expect(parts).toEqual(['Connect “', { content: [name] }, '”?'])
  })

  it('rejects a text whose value is missing', () => {
    expect(() => textsIn('en').say('mail.second_factor_added')).toThrow('factor')
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
