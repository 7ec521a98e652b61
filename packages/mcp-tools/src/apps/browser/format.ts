/** Numbers and dates are written in the English of the reader's region. */
const LOCALE = /^en(-[A-Za-z]{2})?/.exec(navigator.language)?.[0] ?? 'en'

const counts = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })

/** A metric with what its values need to be written. */
export interface Unit {
  readonly metric: string
  readonly unit: string
  readonly currency: string
}

export const formatCount = (value: number): string => counts.format(value)

export const formatRatio = (ratio: number): string => percents.format(ratio)

export function formatValue(value: number, { metric, unit, currency }: Unit): string {
  switch (unit) {
    case 'ratio':
      // An average, such as views per visit, is no share.
      return metric.includes('_per_') || metric === 'cls' ? decimals.format(value) : formatRatio(value)
    case 'milliseconds':
      return `${formatCount(Math.round(value))} ms`
    case 'seconds':
      return formatDuration(value)
    case 'currency':
      return formatMoney(value, currency, 'standard')
    default:
      return Number.isInteger(value) ? formatCount(value) : decimals.format(value)
  }
}

/** A value that is short enough for an axis. */
export function formatTick(value: number, measured: Unit): string {
  if (measured.unit === 'count') return compact.format(value)
  if (measured.unit === 'currency') return formatMoney(value, measured.currency, 'compact')
  return formatValue(value, measured)
}

/** Seconds as `45s`, `1m 20s` or `1h 02m`. */
function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}m ${String(whole % 60).padStart(2, '0')}s`
  return `${formatCount(Math.floor(minutes / 60))}h ${String(minutes % 60).padStart(2, '0')}m`
}

function formatMoney(amount: number, currency: string, notation: 'standard' | 'compact'): string {
  if (!/^[A-Z]{3}$/.test(currency)) return decimals.format(amount)
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation,
    ...(notation === 'compact' ? { maximumFractionDigits: 1 } : {}),
    // Amounts from 1,000 on are shown without cents, as in the dashboard.
    ...(notation === 'standard' && Math.abs(amount) >= 1_000 ? { maximumFractionDigits: 0 } : {}),
  }).format(amount)
}

/** `+12.5%`, `−3%` or `±0%`. */
export function formatChange(change: number): string {
  const size = percents.format(Math.abs(change))
  if (Math.abs(change) < 0.000_5) return '±0%'
  return change > 0 ? `+${size}` : `−${size}`
}

export type Interval = 'hour' | 'day' | 'week' | 'month'

/** The start of an interval in the local time that the text has, whatever the zone of the browser. */
export function formatStart(start: string, interval: Interval, style: 'short' | 'long'): string {
  const date = new Date(`${start.slice(0, 19)}Z`)
  if (Number.isNaN(date.getTime())) return start
  const long = style === 'long'
  switch (interval) {
    case 'hour':
      return long
        ? inUtc({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(date)
        : inUtc({ hour: 'numeric' }).format(date)
    case 'day':
      return long
        ? inUtc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(date)
        : inUtc({ month: 'short', day: 'numeric' }).format(date)
    case 'week':
      return long ? `Week of ${formatDay(start)}` : inUtc({ month: 'short', day: 'numeric' }).format(date)
    case 'month':
      return inUtc({ month: long ? 'long' : 'short', year: 'numeric' }).format(date)
  }
}

/** `2026-11-03` as `Nov 3, 2026`. */
export function formatDay(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : inUtc({ month: 'short', day: 'numeric', year: 'numeric' }).format(date)
}

export const formatSpan = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
}

/** `views_per_visit` as `Views per visit`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
