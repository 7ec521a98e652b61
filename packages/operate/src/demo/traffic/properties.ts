import { joinSql, type Sql, sql, text } from '@footfall/warehouse'
import { strings } from './choices.ts'

/** The tariff of a purchase, and its price in every currency. */
const TARIFFS = ['personal', 'personal', 'team', 'team', 'business'] as const
export const PRICES = ['4.9', '49', '29', '290', '99'] as const

/** Currencies of countries that do not pay in the currency of the product. */
export const CURRENCIES: Readonly<Record<string, string>> = { GB: 'GBP', US: 'USD', CH: 'CHF' }

/** The values of each property of an event. Every visit has a number, which selects one of them. */
const PROPERTIES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Signup: { plan: TARIFFS, method: ['google', 'email', 'email'] },
  Purchase: { plan: TARIFFS, interval: ['month', 'year'] },
  Download: { file: ['lumen-setup.exe', 'lumen.dmg'] },
  Newsletter: { list: ['monthly'] },
  'Outbound Link': { url: ['https://status.lumen-notes.example/'] },
  'Copy code': { language: ['bash', 'typescript', 'python', 'curl'] },
  Search: { term: ['export', 'webhook', 'rate limit', 'sso', 'offline'] },
  Feedback: { helpful: ['no', 'yes', 'yes', 'yes', 'yes'] },
  'Note created': { kind: ['text', 'checklist'] },
}

/** The properties of an event, for the number of its visit. */
export function propertiesOf(name: string, visit: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(PROPERTIES[name] ?? {}).map(([property, values]) => [property, values[visit % values.length] ?? '']),
  )
}

/** The same as an expression of rows with `name` and `visit`. */
export function propertiesSql(): Sql {
  const cases = Object.entries(PROPERTIES).map(([name, properties]) => {
    const pairs = Object.entries(properties).map(
      ([property, values]) => sql`${text(property)}, ${pickedByVisit(values)}`,
    )
    return sql`name = ${text(name)}, map(${joinSql(pairs, ', ')})`
  })
  return sql`multiIf(${joinSql(cases, ', ')}, CAST(map(), 'Map(String, String)'))`
}

/** One of the values, by the number of the visit. */
export function pickedByVisit(values: readonly string[]): Sql {
  return sql`${strings(values)}[1 + visit % length(${strings(values)})]`
}
