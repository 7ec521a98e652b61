import { PERIOD_DAYS, type Period } from './period-days.ts'

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

export type RangeChoice = { readonly period: Period } | DateRange

/** The number of days in a range, or the most that a period can have. */
export function daysOf(choice: RangeChoice): number {
  if ('period' in choice) return PERIOD_DAYS[choice.period]
  const { from, to } = choice
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** The current day in a time zone. */
export function todayIn(timezone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export const earliest = (one: string, other: string): string => (one < other ? one : other)

/** Whether a text is an existing calendar day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const HOURS_UP_TO_DAYS = 14
const DAYS_UP_TO_DAYS = 800

/** Intervals that give a readable chart. */
export function intervalsFor(choice: RangeChoice): readonly Interval[] {
  const days = daysOf(choice)
  const fits: Readonly<Record<Interval, boolean>> = {
    hour: days <= HOURS_UP_TO_DAYS,
    day: days > 1 && days <= DAYS_UP_TO_DAYS,
    week: days > 7,
    month: days > 31,
  }
  return INTERVALS.filter((interval) => fits[interval])
}

/** The requested interval if it fits the range, otherwise the best fit. */
export function intervalFor(requested: Interval | undefined, choice: RangeChoice): Interval {
  if (requested !== undefined && intervalsFor(choice).includes(requested)) return requested
  const days = daysOf(choice)
  if (days <= 2) return 'hour'
  if (days <= 100) return 'day'
  return days <= 300 ? 'week' : 'month'
}
