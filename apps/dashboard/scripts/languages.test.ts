import { readdirSync } from 'node:fs'
import { CATALOGUES, englishLabels, LANGUAGES } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { draftOf, toTranslate, writtenLanguages } from './catalogs.ts'
import { isSameIn } from './same-texts.ts'
import { translationFaults } from './translation-faults.ts'

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')

it('the dashboard is built in the languages of the service', () => {
  expect([...writtenLanguages()].sort()).toEqual([...LANGUAGES].sort())
})

it('every file of messages belongs to a language of the service', () => {
  const files = readdirSync(new URL('../src/messages/', import.meta.url)).filter((name) =>
    /^[a-z-]+\.json$/i.test(name),
  )
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort())
})

describe.each(TRANSLATED)('texts in %s', (language) => {
  it('the messages of the dashboard are complete and fit those in English', () => {
    expect(translationFaults(language, toTranslate(), draftOf(language) ?? {}, isSameIn(language))).toEqual([])
  })

  it('the messages of the dashboard are sorted by key', () => {
    const keys = Object.keys(draftOf(language) ?? {})
    expect(keys).toEqual([...keys].sort())
  })

  it('the texts of pages and emails fit those in English', () => {
    const { texts } = CATALOGUES[language]
    expect(translationFaults(language, CATALOGUES.en.texts, texts, isSameIn(language))).toEqual([])
  })

  it('every metric, every dimension and every value of a fixed list has a label', () => {
    const { labels } = CATALOGUES[language]
    expect(translationFaults(language, englishLabels(), labels, isSameIn(language))).toEqual([])
  })
})

describe('faults of a translation', () => {
  const faults = (original: string, text: string, language = 'de') =>
    translationFaults(language, { key: original }, { key: text }, () => false)

  it.each([
    ['a key that is missing', () => translationFaults('de', { key: 'Save' }, {}, () => false)],
    ['a key that English lacks', () => translationFaults('de', {}, { key: 'Sichern' }, () => false)],
    ['a text that is still English', () => faults('Save changes', 'Save changes')],
    ['an empty text', () => faults('Save', ' ')],
    ['a placeholder that is missing', () => faults('Hello {name}', 'Hallo')],
    ['a placeholder that is misspelled', () => faults('Hello {name}', 'Hallo {Name}')],
    ['a tag that is missing', () => faults('Read <link>this</link>', 'Lies das')],
    [
      'a plural form that is missing',
      () => faults('{n, plural, one {# day} other {# days}}', '{n, plural, other {# Tage}}'),
    ],
    [
      'a plural form that the language lacks',
      () => faults('{n, plural, one {# day} other {# days}}', '{n, plural, one {#日} other {#日}}', 'ja'),
    ],
    ['a message that cannot be read', () => faults('Hello {name}', 'Hallo {name')],
    ['quotes of a keyboard', () => faults('the “value”', 'der "Wert"')],
  ])('finds the fault “%s” in a translation', (_, find) => {
    expect(find().length).toBeGreaterThan(0)
  })

  it('accepts a translation with the same placeholders, tags and the plural forms of its language', () => {
    const original = '{n, plural, one {# day} other {# days}} of <b>{name}</b>'
    expect(faults(original, '{n, plural, one {# Tag} other {# Tage}} von <b>{name}</b>')).toEqual([])
    expect(faults(original, '<b>{name}</b>の{n, plural, other {#日}}', 'ja')).toEqual([])
  })

  it('accepts a text without words that stays as it is', () => {
    expect(faults('{a} → {b}', '{a} → {b}')).toEqual([])
  })
})
