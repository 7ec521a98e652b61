import type { Preferences } from '../api/types.ts'

/** Named spans of days. `mtd` is month to date, `ytd` is year to date. */
export const RANGES = ['today', 'yesterday', '7d', '30d', '90d', '12m', 'mtd', 'ytd'] as const
export type Range = (typeof RANGES)[number]

export const RANGE_LABELS: Readonly<Record<Range, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  mtd: 'Month to date',
  ytd: 'Year to date',
}

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Span {
  readonly from: string
  readonly to: string
}

interface RangeChoice {
  readonly range?: Range | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The days of a choice, relative to today. */
export function spanOf(chosen: RangeChoice, fallback: Preferences['default_range'], today: string): Span {
  if (chosen.from !== undefined && chosen.to !== undefined) return { from: chosen.from, to: chosen.to }
  const range = chosen.range ?? fallback
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case '12m':
      return { from: addDays(yearBefore(today), 1), to: today }
    case 'mtd':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    case 'ytd':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
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

/** The number of days in a span. */
export function daysOf({ from, to }: Span): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** Whether a text is an existing calendar day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text
}

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

const HOURS_UP_TO_DAYS = 14
const DAYS_UP_TO_DAYS = 800

/** Intervals that give a readable chart. */
export function intervalsFor(span: Span): readonly Interval[] {
  const days = daysOf(span)
  const fits: Readonly<Record<Interval, boolean>> = {
    hour: days <= HOURS_UP_TO_DAYS,
    day: days > 1 && days <= DAYS_UP_TO_DAYS,
    week: days > 7,
    month: days > 31,
  }
  return INTERVALS.filter((interval) => fits[interval])
}

/** The requested interval if it fits the span, otherwise the best fit. */
export function intervalFor(requested: Interval | undefined, span: Span): Interval {
  if (requested !== undefined && intervalsFor(span).includes(requested)) return requested
  const days = daysOf(span)
  if (days <= 2) return 'hour'
  if (days <= 100) return 'day'
  return days <= 300 ? 'week' : 'month'
}

function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  const before = `${String(year).padStart(4, '0')}${day.slice(4)}`
  return isDay(before) ? before : `${String(year).padStart(4, '0')}-02-28`
}
