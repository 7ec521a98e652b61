import { expect, it } from 'vitest'
import { localeOf } from './locale.ts'

it('writes numbers and dates in English, as in the region of the browser', () => {
  expect(localeOf('en-GB')).toBe('en-GB')
  expect(localeOf('de-AT')).toBe('en-AT')
  expect(localeOf('zh-Hant-TW')).toBe('en-TW')
})

it('uses the formats of the most likely region for a language without one', () => {
  expect(localeOf('de')).toBe('en-DE')
  expect(localeOf('en')).toBe('en-US')
})

it('falls back to English for a browser that names no language', () => {
  expect(localeOf('en-US@posix')).toBe('en')
  expect(localeOf('')).toBe('en')
  expect(localeOf(undefined)).toBe('en-US')
})
