import { LOCALE } from '../../../messages/locale.ts'

const regions = new Intl.DisplayNames([LOCALE], { type: 'region', fallback: 'none' })

/** Codes that are not a country: unions, reserved codes and test codes. */
const NO_COUNTRIES: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The countries of ISO 3166-1 and Kosovo, ordered by name. */
export function countries(): readonly { readonly value: string; readonly label: string }[] {
  list ??= [...LETTERS]
    .flatMap((first) => [...LETTERS].map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isCurrent(code))
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, LOCALE))
  return list
}

let list: readonly { readonly value: string; readonly label: string }[] | undefined

/** The name of a country; an unknown code stays as it is. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

/** Codes of former countries resolve to current ones, such as `DD` to `DE`. */
function isCurrent(code: string): boolean {
  return regions.of(code) !== undefined && new Intl.Locale('und', { region: code }).region === code
}
