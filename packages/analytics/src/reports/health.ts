import {
  addDays,
  DAY_MS,
  DROP_REASONS,
  type DropReason,
  dateIn,
  type HealthReport,
  HOUR_MS,
  type InstantRange,
  type ReportScope,
  SECOND_MS,
  startOfDay,
  startOfHour,
  type Timestamp,
  type TimeZone,
  timestamp,
  UNLISTED_NAMES,
} from '@footfall/core-domain'
import { dateTime, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { QUARTER_MS } from '../calendar/buckets.ts'
import { automationReport } from './automation.ts'
import { ofProduct } from './context.ts'

const WEEK_MS = 7 * DAY_MS
const WEEKS = 4
/** A drop below this share of the usual, with at least this many events, is not chance. */
const DEGRADED_RATIO = 0.5
const EXPECTED_MIN = 50
const LAG_SECONDS_MAX = 60
const GAP_EXPECTED_MIN = 10

/** Events of each quarter of an hour. */
interface History {
  readonly firstMs: number
  count(startMs: number, endMs: number): number
}

/** Whether events arrive as they usually do. */
export async function healthReport(reader: Reader, scope: ReportScope): Promise<HealthReport> {
  const nowMs = Math.floor(reader.now() / SECOND_MS) * SECOND_MS
  const [history, lastEventMs, events, rejected, automation] = await Promise.all([
    readHistory(reader, scope, nowMs),
    readLastEvent(reader, scope),
    readEventsSince(reader, scope, nowMs - DAY_MS),
    readRejected(reader, scope, nowMs - WEEK_MS),
    automationReport(reader, scope, nowMs),
  ])
  const { pendingSince, pendingEvents } = reader.ingest()
  const lagSeconds = pendingSince === undefined ? 0 : Math.max(0, reader.now() - pendingSince) / SECOND_MS
  const usual = history && usualWeekday(history, scope.timezone, nowMs)
  const fewer = usual?.ratio != null && usual.expected >= EXPECTED_MIN && usual.ratio < DEGRADED_RATIO
  return {
    status:
      lastEventMs === undefined
        ? 'no_data'
        : nowMs - lastEventMs > DAY_MS
          ? 'silent'
          : fewer || lagSeconds > LAG_SECONDS_MAX
            ? 'degraded'
            : 'healthy',
    last_event_at: lastEventMs === undefined ? null : timestamp(lastEventMs),
    events_last_24_hours: events,
    usual_weekday: usual ?? null,
    gaps: history ? gapsOf(history, nowMs) : [],
    rejected: rejected.filter(isDrop),
    unlisted_names: unlistedIn(rejected),
    ingest: { lag_seconds: lagSeconds, pending_events: pendingEvents },
    automation,
  }
}

async function readHistory(reader: Reader, scope: ReportScope, nowMs: number): Promise<History | undefined> {
  // Cut to the hour, so that the text stays the same within one.
  const sinceMs = startOfHour(nowMs) - (WEEKS * 7 + 2) * DAY_MS
  const [rows, [first]] = await Promise.all([
    reader.rows<{ quarter: string; events: string }>(
      scope.product,
      sql`SELECT toUnixTimestamp(t) AS quarter, sum(pageviews) + sum(customs) AS events FROM events_15m
        WHERE ${ofProduct(scope)} AND t >= ${dateTime(sinceMs)} GROUP BY quarter HAVING events > 0`,
    ),
    reader.rows<{ quarter: string; quarters: string }>(
      scope.product,
      sql`SELECT toUnixTimestamp(min(t)) AS quarter, count() AS quarters FROM events_15m WHERE ${ofProduct(scope)}`,
    ),
  ])
  if (!first || first.quarters === '0') return undefined
  const counts = new Map(rows.map((row) => [toMs(row.quarter), toNumber(row.events)]))
  return {
    firstMs: toMs(first.quarter),
    count(startMs, endMs) {
      let sum = 0
      for (let quarter = Math.ceil(startMs / QUARTER_MS) * QUARTER_MS; quarter < endMs; quarter += QUARTER_MS) {
        sum += counts.get(quarter) ?? 0
      }
      return sum
    },
  }
}

/** The instant of the last event, in milliseconds. */
export async function readLastEvent(reader: Reader, scope: Pick<ReportScope, 'product'>): Promise<number | undefined> {
  const slot = sql`SELECT max(t) FROM events_15m WHERE ${ofProduct(scope)} AND pageviews + customs > 0`
  const rows = await reader.rows<{ last: string; events: string }>(
    scope.product,
    sql`SELECT toUnixTimestamp64Milli(max(ts)) AS last, count() AS events FROM events
      WHERE ${ofProduct(scope)} AND kind != 'engagement' AND ts >= (${slot})`,
  )
  return rows[0] && rows[0].events !== '0' ? Number(rows[0].last) : undefined
}

async function readEventsSince(reader: Reader, scope: ReportScope, sinceMs: number): Promise<number> {
  const rows = await reader.rows<{ events: string }>(
    scope.product,
    sql`SELECT count() AS events FROM events WHERE ${ofProduct(scope)} AND kind != 'engagement' AND ts >= ${dateTime(sinceMs)}`,
  )
  return toNumber(rows[0]?.events)
}

interface Rejected {
  readonly reason: DropReason | typeof UNLISTED_NAMES
  readonly count: number
  readonly last_at: Timestamp
}

async function readRejected(reader: Reader, scope: ReportScope, sinceMs: number): Promise<readonly Rejected[]> {
  const rows = await reader.rows<{ reason: Rejected['reason']; events: string; last: string }>(
    scope.product,
    sql`SELECT reason, sum(count) AS events, toUnixTimestamp(max(last_at)) AS last FROM rejected_events
      WHERE ${ofProduct(scope)} AND hour >= toStartOfHour(${dateTime(sinceMs)}) GROUP BY reason ORDER BY events DESC, reason`,
  )
  return rows.map((row) => ({ reason: row.reason, count: toNumber(row.events), last_at: timestamp(toMs(row.last)) }))
}

/** Another version may have written reasons that this one does not know. */
function isDrop(rejected: Rejected): rejected is HealthReport['rejected'][number] {
  return DROP_REASONS.some((reason) => reason === rejected.reason)
}

function unlistedIn(rejected: readonly Rejected[]): HealthReport['unlisted_names'] {
  const unlisted = rejected.find(({ reason }) => reason === UNLISTED_NAMES)
  return unlisted ? { events: unlisted.count, last_at: unlisted.last_at } : null
}

/** The same weekday of the last weeks up to this hour, against today. */
function usualWeekday(
  history: History,
  timezone: TimeZone,
  nowMs: number,
): NonNullable<HealthReport['usual_weekday']> | undefined {
  const today = dateIn(timezone, nowMs)
  const startMs = startOfDay(timezone, today)
  const elapsedMs = Math.floor((nowMs - startMs) / HOUR_MS) * HOUR_MS
  const earlier: number[] = []
  for (let week = 1; week <= WEEKS; week++) {
    const earlierMs = startOfDay(timezone, addDays(today, -7 * week))
    if (earlierMs >= history.firstMs) earlier.push(history.count(earlierMs, earlierMs + elapsedMs))
  }
  if (earlier.length === 0) return undefined
  const expected = earlier.reduce((sum, count) => sum + count, 0) / earlier.length
  const actual = history.count(startMs, startMs + elapsedMs)
  return { expected, actual, ratio: expected === 0 ? null : actual / expected, weeks: earlier.length }
}

/** Hours without an event in which the weeks before had some, neighbours joined. The running hour is not over yet. */
function gapsOf(history: History, nowMs: number): HealthReport['gaps'] {
  const gaps: (InstantRange & { readonly expected: number })[] = []
  const thisHourMs = startOfHour(nowMs)
  for (let hourMs = thisHourMs - WEEK_MS; hourMs < thisHourMs; hourMs += HOUR_MS) {
    if (history.count(hourMs, hourMs + HOUR_MS) > 0) continue
    const before = [1, 2, 3].map((week) => hourMs - week * WEEK_MS).filter((startMs) => startMs >= history.firstMs)
    const counts = before.map((startMs) => history.count(startMs, startMs + HOUR_MS))
    const expected = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
    if (expected < GAP_EXPECTED_MIN) continue
    const last = gaps.at(-1)
    if (last?.endMs === hourMs) {
      gaps[gaps.length - 1] = { ...last, endMs: hourMs + HOUR_MS, expected: last.expected + expected }
    } else gaps.push({ startMs: hourMs, endMs: hourMs + HOUR_MS, expected })
  }
  return gaps.map(({ startMs, endMs, expected }) => ({
    start: timestamp(startMs),
    end: timestamp(endMs),
    expected,
  }))
}
