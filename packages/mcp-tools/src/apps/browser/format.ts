/** Numbers and dates are written in the English of the reader's region. */
export const LOCALE = /^en(-[A-Za-z]{2})?/.exec(navigator.language)?.[0] ?? 'en'

export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month'

/** The start of an interval in the local time that the text has, whatever the zone of the browser. */
export function formatStart(start: string, interval: Interval, style: 'short' | 'long'): string {
  const date = new Date(`${start.slice(0, 19)}Z`)
  if (Number.isNaN(date.getTime())) return start
  const long = style === 'long'
  switch (interval) {
    case 'minute':
      return inUtc({ ...(long ? { month: 'short', day: 'numeric' } : {}), hour: 'numeric', minute: '2-digit' }).format(
        date,
      )
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

export const formatRange = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

function inUtc(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
}

/** `views_per_visit` as `Views per visit`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
