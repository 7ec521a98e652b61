import type pg from 'pg'
import { WEBSITE } from '../harness/prepared.ts'

/** The local days that both sides are queried for. */
export interface DateRange {
  readonly from: string
  readonly to: string
  readonly timezone: string
}

/** The result of a report in one form for both sides, so that they can be compared. */
export type Answer = ReadonlyMap<string, number>

/** The reports of an Umami website in the shape of its own queries. */
export type UmamiReport = (client: pg.Client, range: DateRange) => Promise<Answer>

const BOUNDS = `created_at >= ($2::date)::timestamp AT TIME ZONE $4 AND created_at < ($3::date + 1)::timestamp AT TIME ZONE $4`
const WHERE = `website_id = $1 AND ${BOUNDS} AND event_type NOT IN (2, 5)`
const values = ({ from, to, timezone }: DateRange) => [WEBSITE, from, to, timezone]

async function keyed(client: pg.Client, text: string, range: DateRange): Promise<Answer> {
  const { rows } = await client.query<{ x: string; y: string }>(text, values(range))
  return new Map(rows.map(({ x, y }) => [x, Number(y)]))
}

export const umamiStats: UmamiReport = async (client, range) => {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT sum(t.c) AS pageviews, count(DISTINCT t.session_id) AS visitors, count(DISTINCT t.visit_id) AS visits,
      sum(CASE WHEN t.c = 1 THEN 1 ELSE 0 END) AS bounces, sum(extract(epoch FROM t.max_time - t.min_time)) AS totaltime
    FROM (
      SELECT session_id, visit_id, count(*) AS c, min(created_at) AS min_time, max(created_at) AS max_time
      FROM website_event WHERE ${WHERE} GROUP BY session_id, visit_id
    ) AS t`,
    values(range),
  )
  const { pageviews, visitors, visits, bounces, totaltime } = rows[0] ?? {}
  return new Map([
    ['pageviews', Number(pageviews)],
    ['visitors', Number(visitors)],
    ['visits', Number(visits)],
    ['bounce_rate', Number(bounces) / Number(visits)],
    ['visit_duration', Number(totaltime) / Number(visits)],
  ])
}

const series = (count: string): UmamiReport => {
  return (client, range) =>
    keyed(
      client,
      `SELECT to_char(date_trunc('day', created_at AT TIME ZONE $4), 'YYYY-MM-DD') AS x, ${count} AS y
      FROM website_event WHERE ${WHERE} GROUP BY 1`,
      range,
    )
}
export const umamiPageviewSeries = series('count(*)')
export const umamiVisitorSeries = series('count(DISTINCT session_id)')

export const ROWS = 50

export const umamiPages: UmamiReport = (client, range) =>
  keyed(
    client,
    `SELECT url_path AS x, count(DISTINCT session_id) AS y FROM website_event WHERE ${WHERE}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}`,
    range,
  )

export const umamiReferrers: UmamiReport = (client, range) =>
  keyed(
    client,
    `SELECT referrer_domain AS x, count(DISTINCT session_id) AS y FROM website_event
    WHERE ${WHERE} AND referrer_domain != hostname AND referrer_domain != ''
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}`,
    range,
  )

export const umamiCountries: UmamiReport = (client, range) =>
  keyed(
    client,
    `SELECT session.country AS x, count(DISTINCT website_event.session_id) AS y FROM website_event
    JOIN session ON session.session_id = website_event.session_id AND session.website_id = website_event.website_id
    WHERE website_event.website_id = $1 AND website_event.${BOUNDS.replace('AND created_at', 'AND website_event.created_at')}
      AND event_type NOT IN (2, 5)
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}`,
    range,
  )

export const umamiEntryPages: UmamiReport = (client, range) =>
  keyed(
    client,
    `SELECT e.url_path AS x, count(DISTINCT e.session_id) AS y
    FROM (
      SELECT DISTINCT ON (visit_id) visit_id, session_id, url_path FROM website_event WHERE ${WHERE}
      ORDER BY visit_id, created_at
    ) AS e
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}`,
    range,
  )
