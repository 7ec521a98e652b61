import type { LocalDate, TimeZone } from '@footfall/core-domain'

/**
 * Days of a time zone as spans of UTC. The offsets come from this runtime's zone data and enter SQL as numbers, so
 * that the engine needs none of its own and cannot disagree about where a day begins.
 */

/** A span of UTC in which a zone keeps one offset. Seconds since the epoch; `end` is exclusive. */
export interface OffsetSpan {
  readonly start: number
  readonly end: number
  readonly offset: number
}

const DAY = 86_400
const WEEK = 7 * DAY

/** Days since 1970-01-01 of a calendar date. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000 / DAY)
}

export function dayFromNumber(day: number): LocalDate {
  return new Date(day * DAY * 1000).toISOString().slice(0, 10) as LocalDate
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return dayFromNumber(dayNumber(date) + days)
}

/** The same day a year before; 29 February becomes 28 February. */
export function yearBefore(date: LocalDate): LocalDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0')
  const day = date.endsWith('-02-29') ? '02-28' : date.slice(5)
  return `${year}-${day}` as LocalDate
}

export interface Calendar {
  readonly timezone: TimeZone
  /** Second at which a local day, as `dayNumber`, begins; where midnight is skipped, the first that exists. */
  dayStart(day: number): number
  dayOf(second: number): LocalDate
  offsetAt(second: number): number
  /** The spans of one offset that cover [start, end), in order, cut to it. */
  spans(start: number, end: number): readonly OffsetSpan[]
  /** RFC 3339 with the zone's offset at that instant. */
  format(second: number): string
}

const calendars = new Map<TimeZone, Calendar>()
const CALENDARS_MAX = 64

/** Calendars hold their zone's offsets as they are learnt, so each zone has one. */
export function calendarOf(timezone: TimeZone): Calendar {
  const known = calendars.get(timezone)
  if (known) return known
  if (calendars.size >= CALENDARS_MAX) calendars.clear()
  const calendar = makeCalendar(timezone)
  calendars.set(timezone, calendar)
  return calendar
}

function makeCalendar(timezone: TimeZone): Calendar {
  const offsetAt = offsetReader(timezone)
  const years = new Map<number, readonly OffsetSpan[]>()

  const yearSpans = (year: number): readonly OffsetSpan[] => {
    let spans = years.get(year)
    if (!spans) {
      spans = findSpans(offsetAt, Date.UTC(year, 0, 1) / 1000, Date.UTC(year + 1, 0, 1) / 1000)
      years.set(year, spans)
    }
    return spans
  }
  const spans = (start: number, end: number): readonly OffsetSpan[] => {
    const found: OffsetSpan[] = []
    for (let year = yearOf(start); year <= yearOf(Math.max(start, end - 1)); year++) {
      for (const span of yearSpans(year)) append(found, span, start, end)
    }
    return found
  }
  const knownOffsetAt = (second: number) => spans(second, second + 1)[0]?.offset ?? 0

  return {
    timezone,
    spans,
    offsetAt: knownOffsetAt,
    dayStart(day) {
      const midnight = day * DAY
      // No offset is beyond ±26 h, not even around the date line.
      for (const span of spans(midnight - 26 * 3600, midnight + 26 * 3600)) {
        const start = Math.max(midnight - span.offset, span.start)
        if (start < span.end) return start
      }
      return midnight
    },
    dayOf: (second) => dayFromNumber(Math.floor((second + knownOffsetAt(second)) / DAY)),
    format(second) {
      const offset = knownOffsetAt(second)
      const local = new Date((second + offset) * 1000).toISOString().slice(0, 19)
      return `${local}${formatOffset(offset)}`
    },
  }
}

function append(found: OffsetSpan[], span: OffsetSpan, start: number, end: number): void {
  const cut = { ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }
  if (cut.start >= cut.end) return
  const last = found.at(-1)
  if (last && last.offset === cut.offset && last.end === cut.start) found[found.length - 1] = { ...last, end: cut.end }
  else found.push(cut)
}

/** Looks once a week, since no zone changes twice within one, and halves the week in which the offset changed. */
function findSpans(offsetAt: (second: number) => number, start: number, end: number): readonly OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let spanStart = start
  let offset = offsetAt(start)
  for (let from = start; from < end; from += WEEK) {
    const to = Math.min(from + WEEK, end)
    const next = offsetAt(to - 1)
    if (next === offset) continue
    let low = from
    let high = to - 1
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle) === offset) low = middle
      else high = middle
    }
    spans.push({ start: spanStart, end: high, offset })
    spanStart = high
    offset = next
  }
  spans.push({ start: spanStart, end, offset })
  return spans
}

function offsetReader(timezone: TimeZone): (second: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (second) => {
    const parts: Record<string, string> = {}
    for (const { type, value } of format.formatToParts(second * 1000)) parts[type] = value
    const field = (name: string) => Number(parts[name])
    const local = Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    )
    return local / 1000 - second
  }
}

function yearOf(second: number): number {
  return new Date(second * 1000).getUTCFullYear()
}

/** RFC 3339 offsets have no seconds; the zones of old that had some are rounded to the minute. */
function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
