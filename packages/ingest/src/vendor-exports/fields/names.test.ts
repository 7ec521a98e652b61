import { expect, it } from 'vitest'
import { BROWSER_NAMES, SYSTEM_NAMES } from '../../enrich/user-agent-table.ts'
import { browserName, countryCode, systemName } from './names.ts'

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

it.each([
  ['Chrome Webview', 'Chrome'],
  ['Facebook Messenger', 'Messenger'],
  ['Twitter', 'X'],
  ['Baidu Box App', 'Baidu'],
  ['Mobile Silk', 'Amazon Silk'],
  ['miui browser', 'Mi Browser'],
  ['edge-ios', 'Microsoft Edge'],
])('the browser “%s” of an export is in one row with %s of the collector', (name, browser) => {
  expect(browserName(name)).toBe(browser)
  expect(BROWSER_NAMES).toContain(browser)
})

it.each(['Mac', 'GNU/Linux', 'iPadOS', 'Roku OS', 'HarmonyOS NEXT', 'Windows 10'])(
  'the system “%s” of an export is in one row with a system of the collector',
  (name) => {
    expect(SYSTEM_NAMES).toContain(systemName(name).os)
  },
)
