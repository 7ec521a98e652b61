import { textOnOneLine } from './cells.ts'

const PLAIN = new Map<number, Intl.NumberFormat>()
const TOO_SMALL = 1e-6
const FRACTION_DIGITS_MAX = 20

/** A number with its thousands grouped, at least three significant digits, and no zeros at the end of a fraction. */
export function decimalText(value: number): string {
  if (Number.isInteger(value)) return grouped(value, 0)
  const size = Math.abs(value)
  if (size < TOO_SMALL) return value.toPrecision(3)
  return grouped(value, Math.max(0, 2 - Math.floor(Math.log10(size))))
}

/** A ratio as percent: 0.413 is `41.3 %`. */
export const percentText = (ratio: number) => `${decimalText(ratio * 100)} %`

/** A relative change with its sign: 0.112 is `+11.2 %`. */
export const changeText = (change: number) => `${change > 0 ? '+' : ''}${percentText(change)}`

/** Seconds, from one minute on with minutes: 134.6 is `2 min 15 s`. */
export function durationText(seconds: number): string {
  if (seconds < 0) return `-${durationText(-seconds)}`
  if (seconds < 60) return `${decimalText(seconds)} s`
  // Below 100 seconds the whole ones have two digits.
  const unit = seconds < 100 ? 10 : 1
  const units = Math.round(seconds * unit)
  const minutes = Math.floor(units / (60 * unit))
  return `${grouped(minutes, 0)} min ${decimalText((units - minutes * 60 * unit) / unit)} s`
}

/** An amount of money with its currency. */
export function moneyText(amount: number | string, currency: string | undefined): string {
  const text = typeof amount === 'string' ? groupedAmount(amount) : exactText(amount)
  return currency === undefined ? text : `${text} ${currency}`
}

/** No currency has more than four digits after the point. */
const exactText = (amount: number) => (Math.abs(amount) < 0.01 ? decimalText(amount) : grouped(amount, 4))

/** A decimal in text, its whole part grouped: it may hold more digits than a number. */
function groupedAmount(amount: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return textOnOneLine(amount)
  const [whole = '', ...fraction] = amount.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

function grouped(value: number, fractionDigits: number): string {
  const digits = Math.min(fractionDigits, FRACTION_DIGITS_MAX)
  let format = PLAIN.get(digits)
  if (format === undefined) {
    format = new Intl.NumberFormat('en', { maximumFractionDigits: digits })
    PLAIN.set(digits, format)
  }
  return format.format(value)
}
