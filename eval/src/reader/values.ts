/** Values of a text, by the units of docs/mcp.md. Each throws where the text has another unit, since a reader would take it for that one. */
const COUNT = /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/
const SECONDS_OF_MINUTE = 60

export class Unreadable extends Error {}

export function count(cell: string): number {
  if (!COUNT.test(cell)) throw new Unreadable(`${JSON.stringify(cell)} is not a number`)
  return Number(cell.replaceAll(',', ''))
}

/** A share, from 0 to 1. */
export function ratio(cell: string): number {
  const [, number] = /^(\S+) %$/.exec(cell) ?? []
  if (number === undefined) throw new Unreadable(`${JSON.stringify(cell)} is not a percentage`)
  return count(number) / 100
}

/** A change, with its sign. */
export function change(cell: string): number {
  if (!/^(?:[+-]|0 %$)/.test(cell)) throw new Unreadable(`${JSON.stringify(cell)} is a change without a sign`)
  return ratio(cell.replace(/^\+/, ''))
}

export function money(cell: string, currency: string): number {
  if (!cell.endsWith(` ${currency}`)) throw new Unreadable(`${JSON.stringify(cell)} is not in ${currency}`)
  return count(cell.slice(0, -currency.length - 1))
}

/** In seconds. */
export function duration(cell: string): number {
  const { minutes, seconds } = /^(?:(?<minutes>[\d,]+) min )?(?<seconds>[\d.]+) s$/.exec(cell)?.groups ?? {}
  if (seconds === undefined) throw new Unreadable(`${JSON.stringify(cell)} is not a duration`)
  if (Number(seconds) >= SECONDS_OF_MINUTE)
    throw new Unreadable(`${JSON.stringify(cell)} has more seconds than a minute`)
  return count(minutes ?? '0') * SECONDS_OF_MINUTE + Number(seconds)
}

/** A text as it was before it was quoted and escaped. */
export function plain(cell: string): string {
  const quoted = /^"(.*)"$/s.exec(cell)
  return (quoted?.[1] ?? cell).replace(/\\(u[0-9a-f]{4}|.)/gs, (_, sign: string) =>
    sign.length === 5 ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : (ESCAPES[sign] ?? sign),
  )
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
