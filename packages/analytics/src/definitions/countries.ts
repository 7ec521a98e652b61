const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes with a name that stand for no country. */
const NO_COUNTRIES: readonly string[] = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']

/** The English name of a country by its ISO 3166-1 code; undefined for anything else. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? NAMES.of(code) : undefined
}

/** Every country that there is, by ISO 3166-1 code. */
export const COUNTRY_CODES: readonly string[] = LETTERS.flatMap((first) =>
  LETTERS.map((second) => first + second),
).filter(
  (code) =>
    countryName(code) !== undefined &&
    !NO_COUNTRIES.includes(code) &&
    // A code of the past has the name of its successor.
    new Intl.Locale(`und-${code}`).region === code,
)

/** Names in use beside the one that the platform gives. */
export const COUNTRIES_ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  BA: ['Bosnia'],
  CD: ['DRC', 'DR Congo', 'Democratic Republic of the Congo'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England'],
  HK: ['Hong Kong'],
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
}
