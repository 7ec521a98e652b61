/**
 * How a number is written. On an axis, `tick` has the least room. On a page, `short` is next to other numbers. In an email,
 * `long` is read by itself. For a model, `exact` has three significant digits or more, and the code of a currency.
 */
export type NumberStyle = 'tick' | 'short' | 'long' | 'exact'

/** Writes numbers for people, all in one style and for one locale. */
export interface NumberWriter {
  /** A number with its thousands grouped. */
  count(value: number): string
  /** A number that is not a count, such as an average or a score. */
  decimal(value: number): string
  percent(ratio: number): string
  /** A relative change as percent with its sign. */
  change(change: number): string
  /** A difference of two shares in percentage points with its sign, without the unit. */
  points(difference: number): string
  milliseconds(value: number): string
  duration(seconds: number): string
  /** Without a currency, the amount is a plain number. */
  money(amount: number, currency: string | undefined): string
}

export function numberWriter(locale: string, style: NumberStyle): NumberWriter {
  return style === 'exact' ? exactNumbers(locale) : roundedNumbers(locale, style)
}

/** Whether a change is shown as 0 %. */
export const isUnchanged = (change: number): boolean => Math.abs(change) < 0.000_5

/** From this amount on, a page shows no cents. */
const WITHOUT_CENTS_FROM = 1_000

function roundedNumbers(locale: string, style: Exclude<NumberStyle, 'exact'>): NumberWriter {
  const counts = new Intl.NumberFormat(locale)
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return {
    count: (value) => (style === 'tick' ? compact : counts).format(value),
    decimal: (value) => decimals.format(value),
    percent: (ratio) => percents.format(ratio),
    change: (change) => `${change < 0 ? '−' : '+'}${percents.format(Math.abs(change))}`,
    points: (difference) => `${difference < 0 ? '−' : '+'}${points.format(Math.abs(difference) * 100)}`,
    milliseconds(value) {
      const whole = Math.round(value)
      return whole < 1000 ? `${whole} ms` : `${decimals.format(whole / 1000)} s`
    },
    duration(seconds) {
      const whole = Math.round(seconds)
      const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
      if (style === 'long') return whole < 60 ? `${whole} s` : `${minutes} min ${rest} s`
      if (whole < 60) return `${whole}s`
      if (minutes < 60) return `${minutes}m ${twoDigits(rest)}s`
      return `${counts.format(Math.floor(minutes / 60))}h ${twoDigits(minutes % 60)}m`
    },
    money(amount, currency) {
      if (!isCurrencyCode(currency)) return decimals.format(amount)
      const hasCents = style === 'long' || Math.abs(amount) < WITHOUT_CENTS_FROM
      const text = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        ...(style === 'tick'
          ? { notation: 'compact', maximumFractionDigits: 1 }
          : hasCents
            ? {}
            : { maximumFractionDigits: 0 }),
        trailingZeroDisplay: 'stripIfInteger',
      }).format(amount)
      // Programs for email show thin and non-breaking spaces as odd characters.
      return style === 'long' ? text.replaceAll(/\s/g, ' ') : text
    },
  }
}

const TOO_SMALL = 1e-6
const FRACTION_DIGITS_MAX = 20
/** No currency has more than four digits after the point. */
const MONEY_DIGITS_MAX = 4

function exactNumbers(locale: string): NumberWriter {
  const formats = new Map<number, Intl.NumberFormat>()
  const grouped = (value: number, fractionDigits: number): string => {
    const digits = Math.min(fractionDigits, FRACTION_DIGITS_MAX)
    let format = formats.get(digits)
    if (format === undefined) {
      format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
      formats.set(digits, format)
    }
    return format.format(value)
  }
  const decimal = (value: number): string => {
    if (Number.isInteger(value)) return grouped(value, 0)
    const size = Math.abs(value)
    if (size < TOO_SMALL) return value.toPrecision(3)
    return grouped(value, Math.max(0, 2 - Math.floor(Math.log10(size))))
  }
  const percent = (ratio: number) => `${decimal(ratio * 100)} %`
  const duration = (seconds: number): string => {
    if (seconds < 0) return `-${duration(-seconds)}`
    if (seconds < 60) return `${decimal(seconds)} s`
    // Below 100 seconds the whole ones have two digits.
    const unit = seconds < 100 ? 10 : 1
    const units = Math.round(seconds * unit)
    const minutes = Math.floor(units / (60 * unit))
    return `${grouped(minutes, 0)} min ${decimal((units - minutes * 60 * unit) / unit)} s`
  }
  return {
    count: decimal,
    decimal,
    percent,
    change: (change) => `${change > 0 ? '+' : ''}${percent(change)}`,
    points: (difference) => `${difference > 0 ? '+' : ''}${decimal(Number((difference * 100).toPrecision(3)))}`,
    milliseconds: (value) => `${decimal(value)} ms`,
    duration,
    money(amount, currency) {
      const text = Math.abs(amount) < 0.01 ? decimal(amount) : grouped(amount, MONEY_DIGITS_MAX)
      return currency === undefined ? text : `${text} ${currency}`
    },
  }
}

/** `Intl` throws for any other text. */
function isCurrencyCode(currency: string | undefined): currency is string {
  return currency !== undefined && /^[A-Z]{3}$/.test(currency)
}
