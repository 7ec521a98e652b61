import type { Metric, Unit } from '../api/types.ts'

const LOCALE = englishOf(globalThis.navigator?.language)

const counts = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })

interface Measured {
  readonly metric: Metric
  readonly unit: Unit
  readonly currency?: string | undefined
}

/** A value of a metric as people read it. */
export function formatValue(value: number, { metric, unit, currency }: Measured): string {
  switch (unit) {
    case 'count':
      return formatCount(value)
    case 'ratio':
      return metric === 'views_per_visit' ? decimals.format(value) : formatRatio(value)
    case 'seconds':
      return formatDuration(value)
    case 'currency':
      return formatMoney(value, currency)
  }
}

/** The same, short enough for an axis. */
export function formatTick(value: number, measured: Measured): string {
  if (measured.unit === 'count') return compact.format(value)
  if (measured.unit === 'currency') return formatMoney(value, measured.currency, 'compact')
  return formatValue(value, measured)
}

export function formatCount(value: number): string {
  return counts.format(value)
}

/** A ratio as percent. */
export function formatRatio(value: number): string {
  return percents.format(value)
}

/** Seconds as `45s`, `1m 20s` or `1h 02m`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}m ${String(whole % 60).padStart(2, '0')}s`
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
}

export function formatMoney(amount: number, currency = 'EUR', notation: 'standard' | 'compact' = 'standard'): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation,
    ...(notation === 'compact' ? { maximumFractionDigits: 1 } : {}),
    // Beside thousands nobody reads cents.
    ...(notation === 'standard' && Math.abs(amount) >= 1_000 ? { maximumFractionDigits: 0 } : {}),
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
}

const MANYFOLD = 10

/** How much a value changed, without its sign: the direction is said in words or by an arrow. */
export function formatChange(change: number): string {
  const size = Math.abs(change)
  // “21,414%” is harder to grasp than “×215”.
  if (change >= MANYFOLD) return `×${formatCount(Math.round(change + 1))}`
  return new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: size < 0.1 ? 1 : 0 }).format(size)
}

/** `2026-11-03` as `Nov 3, 2026`. */
export function formatDay(day: string, style: 'short' | 'long' = 'long'): string {
  return inUtc({ month: 'short', day: 'numeric', ...(style === 'long' ? { year: 'numeric' } : {}) }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

export function formatSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return formatDay(from)
  return inUtc({ month: 'short', day: 'numeric', year: 'numeric' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  )
}

/**
 * The start of an interval as an axis or a table shows it. The text carries the clock of the report's own zone
 * (`2026-11-03T14:00:00+01:00`), and that clock is what is shown, whatever the browser's zone.
 */
export function formatStart(
  start: string,
  interval: 'hour' | 'day' | 'week' | 'month',
  style: 'short' | 'long',
): string {
  const day = start.slice(0, 10)
  const date = new Date(`${start.slice(0, 19)}Z`)
  switch (interval) {
    case 'hour':
      return style === 'short'
        ? inUtc({ hour: 'numeric', minute: '2-digit' }).format(date)
        : inUtc({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(date)
    case 'day':
      return style === 'short'
        ? formatDay(day, 'short')
        : inUtc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(date)
    case 'week':
      return style === 'short' ? formatDay(day, 'short') : `Week of ${formatDay(day)}`
    case 'month':
      return inUtc({ month: style === 'short' ? 'short' : 'long', year: 'numeric' }).format(date)
  }
}

/** An instant, in the zone of the report. */
export function formatInstant(instant: string, timezone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(
    new Date(instant),
  )
}

function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
}

/** The pages are in English; numbers and dates follow the English that the browser prefers. */
function englishOf(language: string | undefined): string {
  // Some browsers name the language as their system does, `en-US@posix`, which is no language tag.
  const tag = /^en(-[A-Za-z]{2})?/.exec(language ?? '')?.[0]
  return tag ?? 'en'
}
