import { expect, it } from 'vitest'
import { countryCode } from './names.ts'

it.each([
  ['DE', 'DE'],
  ['UK', 'GB'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Hong Kong', 'HK'],
  ['Macao', 'MO'],
  ['Cote dIvoire', 'CI'],
  ['Congo - Kinshasa', 'CD'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Trinidad and Tobago', 'TT'],
  ['Antigua and Barbuda', 'AG'],
  ['Saint Kitts and Nevis', 'KN'],
  ['St. Kitts and Nevis', 'KN'],
  ['St. Lucia', 'LC'],
  ['St. Vincent and Grenadines', 'VC'],
  ['Viet Nam', 'VN'],
  ['(not set)', ''],
  ['', ''],
  ['ZZ', undefined],
  ['Atlantis', undefined],
])('the country “%s” of an export is %s', (name, code) => {
  expect(countryCode(name)).toBe(code)
})
