const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Codes that stand for no country: unions, leftovers of the post office, and those for tests. */
const NO_COUNTRIES: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The countries of ISO 3166-1, and Kosovo, in the order of their names. */
export function countries(): readonly { readonly value: string; readonly label: string }[] {
  list ??= [...LETTERS]
    .flatMap((first) => [...LETTERS].map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code) && isCurrent(code))
    .map((code) => ({ value: code, label: countryName(code) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return list
}

let list: readonly { readonly value: string; readonly label: string }[] | undefined

/** A country by its name; a code that nobody knows stands for itself. */
export function countryName(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

/** Codes of states that are no more lead to those of today, as `DD` does to `DE`. */
function isCurrent(code: string): boolean {
  return regions.of(code) !== undefined && new Intl.Locale('und', { region: code }).region === code
}
