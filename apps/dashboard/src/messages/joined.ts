import { LOCALE } from './locale.ts'

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' })

/** Names as a person lists them: “Statistics, Funnels and Settings”. */
export function joined(names: readonly string[]): string {
  return list.format(names)
}
