import { type Reading, type Row, readingOf, type Total } from './reading.ts'
import { count, money, Unreadable } from './values.ts'

/** The text for an empty key. */
export const NO_VALUE: ReadonlySet<string> = new Set(['', '(none)', '(direct)'])

/** A total that is a whole number. */
export const countOf = ({ value = '' }: Total): number => count(value)

export const previousOf = ({ previous }: Total): number => count(previous?.value ?? '')

export function firstOf<One>(list: readonly One[]): One {
  const [first] = list
  if (first === undefined) throw new Unreadable('the text lists nothing')
  return first
}

export const lastOf = <One>(list: readonly One[]): One => firstOf(list.toReversed())

/** The first row whose cell is this text. */
export const rowOf = (rows: readonly Row[], column: string, text: string): Row =>
  firstOf(rows.filter((row) => row.text(column) === text))

/** An amount in another currency that the revenue does not count. */
export function leftOut(said: Reading, currency: string): number {
  const amounts = said.line('Left out (other_currency): ').split(/; |\. /)
  const [, amount = ''] =
    /^(.*) of [\d,]+ events/.exec(firstOf(amounts.filter((one) => one.includes(` ${currency} of `)))) ?? []
  return money(amount, currency)
}

/** A funnel of a list by its name: the line that begins with it, and the table below. */
export function funnelOf(said: Reading, name: string) {
  const lines = said.text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`${name} (`))
  const facts = /\((?<id>fnl_\w+)\): entrants (?<entrants>\S+) \(available\), conversion_rate (?<rate>\S+ %), /.exec(
    lines[at] ?? '',
  )?.groups
  if (facts === undefined) throw new Unreadable(`there is no funnel ${name}`)
  const { id = '', entrants = '', rate = '' } = facts
  const steps = readingOf(lines.slice(at + 1).join('\n'), false)
  return { id, entrants: count(entrants), rate, steps: steps.table() }
}
