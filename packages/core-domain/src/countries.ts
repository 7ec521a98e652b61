import { folded, type KnownValue, nearValues } from './known-values.ts'

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that have a name but are not countries. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** The English name of a country by its ISO 3166-1 code; undefined for anything else. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? NAMES.of(code) : undefined
}

/** Every country, by ISO 3166-1 code. */
const COUNTRY_CODES: readonly string[] = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) =>
    countryName(code) !== undefined &&
    !NO_COUNTRIES.includes(code) &&
    // A former code has the name of its successor.
    new Intl.Locale(`und-${code}`).region === code,
)

/** Other names in use, and codes of the European Union that are not in ISO 3166-1. */
const COUNTRIES_ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  BA: ['Bosnia'],
  CD: ['DRC', 'DR Congo', 'Democratic Republic of the Congo'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England'],
  GR: ['EL'],
  HK: ['Hong Kong'],
  KN: ['Saint Kitts and Nevis'],
  KP: ['North Korea'],
  KR: ['South Korea', 'Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Burma', 'Myanmar'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland', 'The Netherlands'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['USA', 'America', 'United States of America'],
  VA: ['Vatican'],
  VN: ['Viet Nam'],
}

/** Every country by its ISO 3166-1 code, with the names that people use. */
export const COUNTRIES: readonly KnownValue[] = COUNTRY_CODES.map((code) => ({
  value: code,
  names: [countryName(code) ?? code, ...(COUNTRIES_ALSO_CALLED[code] ?? [])],
}))

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(({ value, names }) => [value, ...names].map((name) => [folded(name), value] as const)),
)

/** The ISO 3166-1 code of a country by its code in any case, `UK`, `EL` or an English name; undefined for no country. */
export function countryCodeOf(given: string): string | undefined {
  return CODES_BY_NAME.get(folded(given))
}

const OTHER_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES_ALSO_CALLED).flatMap(([code, names]) =>
    names.filter((name) => /^[A-Z]{2}$/.test(name)).map((name) => [name, code] as const),
  ),
)

/** The ISO 3166-1 code for a code of two letters: `GB` for `UK`. A code that stands for no country stays as it is. */
export function isoCountryCode(code: string): string {
  return OTHER_CODES.get(code) ?? code
}

/** The codes of countries whose code or name is similar to a text. */
export function nearCountries(given: string): readonly string[] {
  return nearValues(given, COUNTRIES)
}
