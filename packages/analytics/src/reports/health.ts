import { DROP_REASONS, type DropReason, type HealthReport, type ReportScope, timestamp } from '@footfall/core-domain'
import { second, sql } from '@footfall/warehouse'
import { type Calendar, calendarOf, dayNumber } from '../query/calendar.ts'
import { type Reader, toMs, toNumber } from '../query/reader.ts'
import { ofProduct } from './context.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const QUARTER = 900
const WEEKS = 4
/** Below this share of the usual, and from this many events on, where chance alone no longer explains it. */
const DEGRADED_RATIO = 0.5
const EXPECTED_MIN = 50
const LAG_SECONDS_MAX = 60
const GAP_EXPECTED_MIN = 10

/** Events of each quarter of an hour, by its start in seconds. */
interface History {
  readonly first: number
  count(start: number, end: number): number
}

/** Whether events arrive as they usually do. */
export async function healthReport(reader: Reader, scope: ReportScope): Promise<HealthReport> {
  const now = Math.floor(reader.now() / 1000)
  const [history, lastEvent, events, rejected] = await Promise.all([
    readHistory(reader, scope, now),
    readLastEvent(reader, scope),
    readEventsSince(reader, scope, now - DAY),
    readRejected(reader, scope, now - WEEK),
  ])
  const { pendingSince, pendingEvents } = reader.ingest()
  const lagSeconds = pendingSince === undefined ? 0 : Math.max(0, reader.now() - pendingSince) / 1000
  const usual = history && usualWeekday(history, calendarOf(scope.timezone), now)
  const fewer = usual?.ratio != null && usual.expected >= EXPECTED_MIN && usual.ratio < DEGRADED_RATIO
  return {
    status:
      lastEvent === undefined
        ? 'no_data'
        : now - lastEvent / 1000 > DAY
          ? 'silent'
          : fewer || lagSeconds > LAG_SECONDS_MAX
            ? 'degraded'
            : 'healthy',
    last_event_at: lastEvent === undefined ? null : timestamp(lastEvent),
    events_last_24_hours: events,
    usual_weekday: usual ?? null,
    gaps: history ? gapsOf(history, now) : [],
    rejected,
    ingest: { lag_seconds: lagSeconds, pending_events: pendingEvents },
  }
}

async function readHistory(reader: Reader, scope: ReportScope, now: number): Promise<History | undefined> {
  // Cut to the hour, so that the text stays the same within one.
  const since = Math.floor(now / HOUR) * HOUR - (WEEKS * 7 + 2) * DAY
  const [rows, firsts] = await Promise.all([
    reader.rows<{ at: string; n: string }>(
      scope.product,
      sql`SELECT toUnixTimestamp(t) AS at, sum(pageviews) + sum(customs) AS n FROM events_15m
        WHERE ${ofProduct(scope)} AND t >= ${second(since * 1000)} GROUP BY at HAVING n > 0`,
    ),
    reader.rows<{ at: string; n: string }>(
      scope.product,
      sql`SELECT toUnixTimestamp(min(t)) AS at, count() AS n FROM events_15m WHERE ${ofProduct(scope)}`,
    ),
  ])
  if (!firsts[0] || firsts[0].n === '0') return undefined
  const counts = new Map(rows.map((row) => [Number(row.at), toNumber(row.n)]))
  return {
    first: Number(firsts[0].at),
    count(start, end) {
      let sum = 0
      for (let at = Math.ceil(start / QUARTER) * QUARTER; at < end; at += QUARTER) sum += counts.get(at) ?? 0
      return sum
    },
  }
}

export async function readLastEvent(reader: Reader, scope: Pick<ReportScope, 'product'>): Promise<number | undefined> {
  const slot = sql`SELECT max(t) FROM events_15m WHERE ${ofProduct(scope)} AND pageviews + customs > 0`
  const rows = await reader.rows<{ at: string; n: string }>(
    scope.product,
    sql`SELECT toUnixTimestamp64Milli(max(ts)) AS at, count() AS n FROM events
      WHERE ${ofProduct(scope)} AND kind != 'engagement' AND ts >= (${slot})`,
  )
  return rows[0] && rows[0].n !== '0' ? Number(rows[0].at) : undefined
}

async function readEventsSince(reader: Reader, scope: ReportScope, since: number): Promise<number> {
  const rows = await reader.rows<{ n: string }>(
    scope.product,
    sql`SELECT count() AS n FROM events WHERE ${ofProduct(scope)} AND kind != 'engagement' AND ts >= ${second(since * 1000)}`,
  )
  return toNumber(rows[0]?.n)
}

async function readRejected(reader: Reader, scope: ReportScope, since: number): Promise<HealthReport['rejected']> {
  const rows = await reader.rows<{ reason: DropReason; n: string; last: string }>(
    scope.product,
    sql`SELECT reason, sum(count) AS n, toUnixTimestamp(max(last_at)) AS last FROM rejected_events
      WHERE ${ofProduct(scope)} AND hour >= toStartOfHour(${second(since * 1000)}) GROUP BY reason ORDER BY n DESC, reason`,
  )
  return rows
    .filter((row) => DROP_REASONS.includes(row.reason))
    .map((row) => ({ reason: row.reason, count: toNumber(row.n), last_at: timestamp(toMs(row.last)) }))
}

/** The same weekday of the last weeks up to this hour, against today. */
function usualWeekday(
  history: History,
  calendar: Calendar,
  now: number,
): NonNullable<HealthReport['usual_weekday']> | undefined {
  const today = dayNumber(calendar.dayOf(now))
  const elapsed = Math.floor((now - calendar.dayStart(today)) / HOUR) * HOUR
  const earlier: number[] = []
  for (let week = 1; week <= WEEKS; week++) {
    const start = calendar.dayStart(today - 7 * week)
    if (start >= history.first) earlier.push(history.count(start, start + elapsed))
  }
  if (earlier.length === 0) return undefined
  const expected = earlier.reduce((sum, count) => sum + count, 0) / earlier.length
  const start = calendar.dayStart(today)
  const actual = history.count(start, start + elapsed)
  return { expected, actual, ratio: expected === 0 ? null : actual / expected, weeks: earlier.length }
}

/** Hours without an event in which the weeks before had some, neighbours joined. The running hour is not over yet. */
function gapsOf(history: History, now: number): HealthReport['gaps'] {
  const gaps: { start: number; end: number; expected: number }[] = []
  const thisHour = Math.floor(now / HOUR) * HOUR
  for (let hour = thisHour - WEEK; hour < thisHour; hour += HOUR) {
    if (history.count(hour, hour + HOUR) > 0) continue
    const before = [1, 2, 3].map((week) => hour - week * WEEK).filter((start) => start >= history.first)
    const counts = before.map((start) => history.count(start, start + HOUR))
    const expected = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
    if (expected < GAP_EXPECTED_MIN) continue
    const last = gaps.at(-1)
    if (last?.end === hour) {
      last.end = hour + HOUR
      last.expected += expected
    } else gaps.push({ start: hour, end: hour + HOUR, expected })
  }
  return gaps.map(({ start, end, expected }) => ({
    start: timestamp(start * 1000),
    end: timestamp(end * 1000),
    expected,
  }))
}
