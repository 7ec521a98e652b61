import { isUnchanged, type Measured, numberWriter, writtenValue } from '@footfall/core-domain/metrics'
import { LOCALE } from '../messages/locale.ts'
import { t } from '../messages/messages.ts'

const numbers = numberWriter(LOCALE, 'short')
const ticks = numberWriter(LOCALE, 'tick')

export const { count: formatCount, percent: formatRatio, duration: formatDuration, money: formatMoney } = numbers

/** A count, short enough for an axis. */
export const formatCountTick = ticks.count

export const formatValue = (value: number, measured: Measured): string => writtenValue(value, measured, numbers)

/** A value of a metric, short enough for an axis. */
export const formatTick = (value: number, measured: Measured): string => writtenValue(value, measured, ticks)

type Direction = 'up' | 'down' | 'unchanged'

/** The direction of a change as `formatChange` shows it: one that is shown as 0% has none. */
export function directionOf(change: number): Direction {
  if (isUnchanged(change)) return 'unchanged'
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

/** The size of a difference of two shares in percentage points, without its sign: an arrow shows the direction. */
export function formatPoints(difference: number): string {
  const points = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }).format(Math.abs(difference) * 100)
  return t('change.points', { points })
}

/** The direction of a change of an average position as `formatPlaces` shows it. */
export function directionOfPlaces(difference: number): Direction {
  if (roundedPlaces(difference) === 0) return 'unchanged'
  return difference > 0 ? 'up' : 'down'
}

/** The size of a change of an average position in the results of a search, without its sign: an arrow shows the direction. */
export function formatPlaces(difference: number): string {
  return t('change.places', { places: roundedPlaces(difference) })
}

const roundedPlaces = (difference: number) => Math.round(Math.abs(difference) * 10) / 10

/** `2026-11-03` as `Nov 3, 2026`. */
export function formatDay(day: string, style: 'short' | 'long' = 'long'): string {
  return inUtc({ month: 'short', day: 'numeric', ...(style === 'long' ? { year: 'numeric' } : {}) }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

export function formatDateRange({ from, to }: { readonly from: string; readonly to: string }): string {
  if (from === to) return formatDay(from)
  return inUtc({ month: 'short', day: 'numeric', year: 'numeric' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  )
}

/** The earlier dates of a comparison. If they end within a day, the time follows. */
export function formatComparedRange(
  range: { readonly from: string; readonly to: string; readonly until?: string },
  timezone: string,
): string {
  return range.until === undefined
    ? formatDateRange(range)
    : t('format.range_until', { range: formatDateRange(range), time: formatTime(range.until, timezone) })
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
