import type { Metric, Unit } from '../api/types.ts'
import { LOCALE } from '../messages/locale.ts'
import { t } from '../messages/messages.ts'
import { isAverage } from './metric-labels.ts'

const counts = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })
const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })

interface MetricUnit {
  readonly metric: Metric
  readonly unit: Unit
  readonly currency?: string | undefined
}

/** A formatted value of a metric. */
export function formatValue(value: number, { metric, unit, currency }: MetricUnit): string {
  switch (unit) {
    case 'count':
      return formatCount(value)
    case 'ratio':
      return isAverage(metric) ? decimals.format(value) : formatRatio(value)
    case 'milliseconds':
      return formatMilliseconds(value)
    case 'seconds':
      return formatDuration(value)
    case 'currency':
      return formatMoney(value, currency)
  }
}

/** A value of a metric, short enough for an axis. */
export function formatTick(value: number, measured: MetricUnit): string {
  if (measured.unit === 'count') return compact.format(value)
  if (measured.unit === 'currency') return formatMoney(value, measured.currency, 'compact')
  return formatValue(value, measured)
}

export function formatCount(value: number): string {
  return counts.format(value)
}

/** A ratio as a percentage. */
export function formatRatio(value: number): string {
  return percents.format(value)
}

/** Milliseconds as `240 ms`, from one second on as `2.35 s`. */
function formatMilliseconds(milliseconds: number): string {
  const whole = Math.round(milliseconds)
  if (whole < 1000) return t('format.milliseconds', { milliseconds: whole })
  return t('format.seconds_decimal', { seconds: decimals.format(whole / 1000) })
}

/** Seconds as `45s`, `1m 20s` or `1h 02m`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return t('format.seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return t('format.minutes', { minutes, seconds: String(whole % 60).padStart(2, '0') })
  return t('format.hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') })
}

export function formatMoney(amount: number, currency = 'EUR', notation: 'standard' | 'compact' = 'standard'): string {
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    notation,
    ...(notation === 'compact' ? { maximumFractionDigits: 1 } : {}),
    // Amounts from 1,000 on are shown without cents.
    ...(notation === 'standard' && Math.abs(amount) >= 1_000 ? { maximumFractionDigits: 0 } : {}),
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)
}

export type Direction = 'up' | 'down' | 'unchanged'

/** The direction of a change as `formatChange` shows it: one that is shown as 0% has none. */
export function directionOf(change: number): Direction {
  if (Math.abs(change) < 0.000_5) return 'unchanged'
  return change > 0 ? 'up' : 'down'
}

const MULTIPLE_FROM = 10

/** The size of a change, without its sign: an arrow shows the direction. */
export function formatChange(change: number): string {
  const size = Math.abs(change)
  // “×215” is easier to read than “21,414%”.
  if (change >= MULTIPLE_FROM) return `×${formatCount(Math.round(change + 1))}`
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

/** The earlier span of a comparison; one that is cut on its last day ends with a time. */
export function formatComparedSpan(
  span: { readonly from: string; readonly to: string; readonly until?: string },
  timezone: string,
): string {
  return span.until === undefined
    ? formatSpan(span)
    : t('format.span_until', { span: formatSpan(span), time: formatTime(span.until, timezone) })
}

/**
 * The start of an interval for an axis or a table. The text has the local time of the report's time zone
 * (`2026-11-03T14:00:00+01:00`), which is shown as it is, whatever the time zone of the browser.
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
        ? formatHour(date)
        : inUtc({ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).format(date)
    case 'day':
      return style === 'short'
        ? formatDay(day, 'short')
        : inUtc({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(date)
    case 'week':
      return style === 'short' ? formatDay(day, 'short') : t('format.week_of', { day: formatDay(day) })
    case 'month':
      return inUtc({ month: style === 'short' ? 'short' : 'long', year: 'numeric' }).format(date)
  }
}

/** The label of an interval on an axis. Of the months of one year, the first one names the year. */
export function formatTickStart(
  starts: readonly string[],
  at: number,
  interval: 'hour' | 'day' | 'week' | 'month',
): string {
  const start = starts[at]
  if (start === undefined) return ''
  if (interval !== 'month' || at === 0 || start.slice(5, 7) === '01') return formatStart(start, interval, 'short')
  return inUtc({ month: 'short' }).format(new Date(`${start.slice(0, 19)}Z`))
}

/** `2 PM` or `14:00`, as the locale writes it. */
function formatHour(date: Date): string {
  const { hour12 } = inUtc({ hour: 'numeric' }).resolvedOptions()
  return inUtc(hour12 === true ? { hour: 'numeric' } : { hour: '2-digit', minute: '2-digit' }).format(date)
}

/** `0` to `23` as `2 PM` or `14:00`, as the locale writes it. */
export function formatHourOfDay(hour: number): string {
  return formatHour(new Date(Date.UTC(2024, 0, 1, hour)))
}

/** A time of day in the time zone of the report, with minutes. */
export function formatTime(instant: string, timezone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: timezone }).format(
    new Date(instant),
  )
}

/** An instant in the time zone of the report. */
export function formatInstant(instant: string, timezone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone }).format(
    new Date(instant),
  )
}

function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
}
