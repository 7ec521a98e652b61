import { expect, it } from 'vitest'
import { countryOfAlpha3 } from './countries.ts'

it.each([
  ['deu', 'DE'],
  ['usa', 'US'],
  ['xkk', 'XK'],
  ['GBR', 'GB'],
  ['zzz', ''],
  ['', ''],
  ['de', ''],
])('the country %s is stored as «%s»', (given, stored) => {
  expect(countryOfAlpha3(given)).toBe(stored)
})
