import {
  type CollectionEvidence,
  DAY_MS,
  type InstallationReport,
  type ReportScope,
  startOfHour,
  type Timestamp,
  timestamp,
} from '@footfall/core-domain'
import { dateTime, integer, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { IS_MEASURED, IS_WATCHED } from '../definitions/page-report.ts'
import { goalNames, reachesGoal } from '../sql/goals.ts'
import { ofProduct } from './context.ts'
import { readLastEvent } from './health.ts'

interface HostnameRow {
  readonly hostname: string
  readonly first: string
  readonly last: string
  readonly recent: string
  readonly tracked: string
  readonly version: string
  readonly measured: string
  readonly watched: string
}
const IS_EVENT = sql`kind != 'engagement'`
const HOSTNAMES_MAX = 200
const RECENT_DAYS = 30

/** Every hostname, registered or seen, with what came from it. */
export async function installationOf(
  reader: Reader,
  scope: ReportScope,
  hostnames: readonly string[],
): Promise<InstallationReport['domains']> {
  // Whole hours, so that repeated calls share a reading.
  const sinceMs = startOfHour(reader.now()) - RECENT_DAYS * DAY_MS
  const rows = await reader.rows<HostnameRow>(
    scope.product,
    sql`SELECT toString(hostname) AS hostname, toUnixTimestamp64Milli(minIf(ts, ${IS_EVENT})) AS first,
      toUnixTimestamp64Milli(maxIf(ts, ${IS_EVENT})) AS last, countIf(${IS_EVENT} AND ts >= ${dateTime(sinceMs)}) AS recent,
      countIf(${IS_EVENT} AND tracker != '') AS tracked,
      argMaxIf(toString(tracker), ts, ${IS_EVENT} AND tracker != '') AS version,
      toUnixTimestamp64Milli(maxIf(ts, ${IS_MEASURED})) AS measured,
      toUnixTimestamp64Milli(maxIf(ts, ${IS_WATCHED})) AS watched
    FROM events WHERE ${ofProduct(scope)} AND events.hostname != ''
    GROUP BY hostname HAVING countIf(${IS_EVENT}) > 0
    ORDER BY recent DESC, hostname LIMIT ${integer(HOSTNAMES_MAX)}`,
  )
  const seen = new Map(rows.map((row) => [row.hostname, row]))
  const registered = new Set(hostnames)
  const names = [...registered, ...rows.map((row) => row.hostname).filter((name) => !registered.has(name))]
  return names.map((hostname) => {
    const row = seen.get(hostname)
    return {
      hostname,
      registered: registered.has(hostname),
      tracker_seen: toNumber(row?.tracked) > 0,
      script_version: row?.version || null,
      first_event_at: row ? timestamp(Number(row.first)) : null,
      last_event_at: row ? timestamp(Number(row.last)) : null,
      events_last_30_days: toNumber(row?.recent),
      web_vitals_at: lastOf(row?.measured),
      errors_watched_at: lastOf(row?.watched),
    }
  })
}

/** The engine answers 0 where there was none. */
function lastOf(atMs: string | undefined): Timestamp | null {
  const ms = Number(atMs ?? 0)
  return ms === 0 ? null : timestamp(ms)
}

/** What a product ever sent, as evidence for the steps of setting it up. */
export async function evidenceOf(reader: Reader, scope: ReportScope): Promise<CollectionEvidence> {
  const { product, goals } = scope
  const own = ofProduct(scope)
  const slot = sql`SELECT min(t) FROM events_15m WHERE ${own} AND pageviews + customs > 0`
  const [counts, firsts, last, trackers, reached] = await Promise.all([
    reader.rows<{ events: string }>(
      product,
      sql`SELECT sum(pageviews) + sum(customs) AS events FROM events_15m WHERE ${own}`,
    ),
    reader.rows<{ first: string }>(
      product,
      sql`SELECT toUnixTimestamp64Milli(min(ts)) AS first FROM events WHERE ${own} AND kind != 'engagement'
        AND ts >= (${slot}) AND ts < (${slot}) + INTERVAL 15 MINUTE HAVING count() > 0`,
    ),
    readLastEvent(reader, scope),
    reader.rows<{ version: string }>(
      product,
      sql`SELECT argMax(toString(tracker), ts) AS version FROM events WHERE ${own} AND tracker != '' HAVING count() > 0`,
    ),
    goals.length === 0
      ? []
      : reader.rows<{ goal: string; first: string }>(
          product,
          sql`SELECT arrayJoin(${goalNames(goals, own)}) AS goal, toUnixTimestamp64Milli(min(ts)) AS first FROM events
            WHERE ${own} AND ${reachesGoal(goals, own)} GROUP BY goal ORDER BY first, goal LIMIT 1`,
        ),
  ])
  return {
    first_event_at: firsts[0] ? timestamp(Number(firsts[0].first)) : undefined,
    last_event_at: last === undefined ? undefined : timestamp(last),
    events: toNumber(counts[0]?.events),
    tracker_version: trackers[0]?.version,
    first_goal: reached[0] ? { name: reached[0].goal, at: timestamp(Number(reached[0].first)) } : undefined,
  }
}
