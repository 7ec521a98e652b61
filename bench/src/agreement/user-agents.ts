import { clientHintsOf } from '@footfall/core-domain'
import { browserName, classifyCrawler, describeUserAgent, deviceName, systemName } from '@footfall/ingest/test-support'
import type { Line } from './line.ts'
import type { Fixture } from './read-fixtures.ts'

const TODAY: readonly (readonly [product: RegExp, from: number])[] = [
  [/(?:Chrome|Chromium|CriOS)\/(\d+)/, 90],
  [/(?:Firefox|FxiOS)\/(\d+)/, 90],
]
const SAFARI = /Version\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//

/**
 * Whether it is of a current browser: Chrome and Firefox from 90, Safari from 14. Fixtures that only the header
 * `X-Requested-With` names are left out, since no page can read it and browsers stop sending it.
 */
export function isOfToday({ user_agent: text, headers, client, os }: Fixture): boolean {
  if (!client && !os) return false
  if (Object.keys(headers ?? {}).some((name) => /x-requested-with/i.test(name))) return false
  const isNew = TODAY.some(([product, from]) => Number(product.exec(text)?.[1] ?? 0) >= from)
  return isNew || (!/Android|Chrome/.test(text) && Number(SAFARI.exec(text)?.[1] ?? 0) >= 14)
}

/** Names are compared as an import from Matomo, which has those of device-detector, takes them. */
export function userAgentAgreement(fixtures: readonly Fixture[]): readonly Line[] {
  const person = tally()
  const system = tally()
  const device = tally()
  const browser = tally()
  const television = tally()
  for (const fixture of fixtures) {
    const found = describeUserAgent(fixture.user_agent, hintsOf(fixture.headers))
    // Watches, cars, speakers, displays and peripherals have no kinds of their own here.
    const kind = deviceName(fixture.device?.type ?? '') || 'Other'
    person.add('person', classifyCrawler(fixture.user_agent)?.crawler ?? 'person')
    system.add(systemOf(fixture, found.os), found.os)
    device.add(kind, found.device)
    browser.add(browserOf(fixture, found.browser), found.browser)
    if (kind === 'tv') television.add(kind, found.device)
  }
  return [
    { what: `person, of ${fixtures.length} fixtures`, unit: '%', atLeast: 99.9, ...person.line() },
    { what: 'system', unit: '%', atLeast: 99.4, ...system.line() },
    { what: 'device', unit: '%', atLeast: 97, ...device.line() },
    { what: 'browser', unit: '%', atLeast: 98.5, ...browser.line() },
    { what: 'televisions', unit: '%', atLeast: 90, ...television.line() },
  ]
}

/** The system by its name or by that of its family, as Fire OS is of Android. */
function systemOf({ os, os_family }: Fixture, found: string): string {
  const names = [Array.isArray(os) ? undefined : os?.name, os_family].map((name) => name && systemName(name).os)
  return names.includes(found) ? found : (names[0] ?? 'Other')
}

/** device-detector calls the search app of Yandex by the name of the browser of Yandex. */
function browserOf({ client }: Fixture, found: string): string {
  const name = client?.name ?? 'Other'
  return name === 'Yandex Browser' && found === 'Yandex Search' ? found : browserName(name)
}

function hintsOf(headers: Fixture['headers']) {
  if (!headers) return undefined
  const brands = headers['Sec-CH-UA']?.replaceAll('; v=', ';v=')
  const hints = clientHintsOf({ brands, mobile: headers['Sec-CH-UA-Mobile'], platform: headers['Sec-CH-UA-Platform'] })
  return hints && { ...hints, platform_version: headers['Sec-CH-UA-Platform-Version'] }
}

const SHOWN = 8

function tally() {
  let all = 0
  let same = 0
  const differences = new Map<string, number>()
  return {
    add(expected: string, found: string): void {
      all++
      if (expected === found) same++
      else differences.set(`${expected} → ${found}`, (differences.get(`${expected} → ${found}`) ?? 0) + 1)
    },
    line: () => ({
      value: all === 0 ? 0 : (100 * same) / all,
      misses: [...differences]
        .sort(([, a], [, b]) => b - a)
        .slice(0, SHOWN)
        .map(([difference, count]) => `${count} ${difference}`),
    }),
  }
}
