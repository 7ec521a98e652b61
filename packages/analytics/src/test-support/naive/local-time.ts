import type { Interval } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'

/** Local time by only `Intl`, so that it shares nothing with the calendar that the compiler uses. */

export type WeekStart = 'monday' | 'sunday'

export const instantOf = (row: Pick<EventRow, 'ts'>) => Date.parse(`${row.ts.replace(' ', 'T')}Z`)

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, string>()

/** `YYYY-MM-DD hh:mm:ss` on the clocks of the zone. */
export function localText(timezone: string, ms: number): string {
  const key = `${timezone} ${ms}`
  let text = known.get(key)
  if (text === undefined) {
    const format =
      formats.get(timezone) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timezone, format)
    text = format.format(ms)
    known.set(key, text)
  }
  return text
}

export const localDay = (timezone: string, ms: number) => localText(timezone, ms).slice(0, 10)

/** From 1 for Monday to 7. */
export function weekdayOf(timezone: string, ms: number): string {
  return String(((new Date(`${localDay(timezone, ms)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1)
}

/** From 0 to 23. */
export const hourOf = (timezone: string, ms: number) => String(Number(localText(timezone, ms).slice(11, 13)))

/** A name for the interval that an instant falls in, equal for equal intervals. */
export function intervalName(timezone: string, weekStart: WeekStart, interval: Interval, ms: number): string {
  const text = localText(timezone, ms)
  const day = text.slice(0, 10)
  switch (interval) {
    case 'month':
      return day.slice(0, 7)
    case 'week': {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
      const back = weekStart === 'sunday' ? weekday : (weekday + 6) % 7
      return shiftDay(day, -back)
    }
    case 'day':
      return day
    case 'minute':
    case 'hour': {
      const offset = Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(ms / 1000) * 1000
      return `${text.slice(0, interval === 'hour' ? 13 : 16)} ${offset}`
    }
  }
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
