import { DAY_MS, DAY_SECONDS, type ProductId, SECOND_MS } from '@footfall/core-domain'
import { type Engine, sql, text } from '@footfall/warehouse'
import type { Calendar } from '../calendar/calendar.ts'
import { firstEventStatement } from '../days/first-event.ts'

/** What the tables say of a UTC day of a product. */
export interface DayState {
  /** Days since 1970-01-01. */
  readonly day: number
  /** Rows of `events`, as `event_days` counts them; undefined where it has nothing of the day. */
  readonly rows: number | undefined
  /** Its newest publication. */
  readonly closed: PublishedDay | undefined
  /** Whether it has visitors whose names last longer than a day. Such a day is never closed. */
  readonly isNamed: boolean
}

export interface PublishedDay {
  readonly rows: number
  readonly cutMs: number
  /** As decimal text. */
  readonly version: string
}

interface DayStateRow {
  readonly of_day: number
  readonly is_counted: number
  readonly rows_now: string
  readonly is_closed: number
  readonly rows_closed: string
  readonly cut_s: string
  readonly of_version: string
  readonly is_named: number
}

/** Every day of a product that a table has rows about, in order. */
export async function dayStates(engine: Engine, product: ProductId): Promise<readonly DayState[]> {
  const own = sql`product_id = ${text(product)}`
  const none = sql`toInt64(0) AS rows_closed, toUInt32(0) AS cut_s, toUInt64(0) AS of_version`
  const statement = sql`SELECT toUInt32(day) AS of_day, max(counted) AS is_counted, sum(rows_now) AS rows_now,
  max(closed) AS is_closed, sum(rows_closed) AS rows_closed, toString(sum(cut_s)) AS cut_s,
  toString(sum(of_version)) AS of_version, max(named) AS is_named
FROM (
SELECT day, toUInt8(1) AS counted, sum(rows) AS rows_now, toUInt8(0) AS closed, ${none}, toUInt8(0) AS named
FROM event_days WHERE ${own} GROUP BY day
UNION ALL
SELECT day, toUInt8(0), toInt64(0), toUInt8(1), rows, toUnixTimestamp(cut), version, toUInt8(0)
FROM closed_days FINAL WHERE ${own}
UNION ALL
SELECT day, toUInt8(0), toInt64(0), toUInt8(0), ${none}, toUInt8(1) FROM named_days WHERE ${own} GROUP BY day
) GROUP BY day ORDER BY day`
  const rows = await engine.rows<DayStateRow>(statement.text, { purpose: 'maintenance' })
  return rows.map((row) => ({
    day: row.of_day,
    rows: row.is_counted === 1 ? Number(row.rows_now) : undefined,
    closed:
      row.is_closed === 1
        ? { rows: Number(row.rows_closed), cutMs: Number(row.cut_s) * SECOND_MS, version: row.of_version }
        : undefined,
    isNamed: row.is_named === 1,
  }))
}

/** The day of a product’s first event; undefined where it has none. */
export async function firstDayOfEvents(engine: Engine, product: ProductId): Promise<number | undefined> {
  const [row] = await engine.rows<{ first: string }>(firstEventStatement(product).text, { purpose: 'maintenance' })
  return row && Math.floor(Number(row.first) / DAY_SECONDS)
}

/** Whether the numbers of a day are those of all its rows. */
export function isComplete({ rows, closed, isNamed }: DayState): boolean {
  return !isNamed && closed !== undefined && closed.rows === rows
}

/** The midnight of the zone that lies in the 24 hours after a UTC day has begun; its end where there is none. */
export function cutOf(calendar: Calendar, day: number): number {
  const startMs = day * DAY_MS
  const midnight = calendar.startOfDay(calendar.dayOf(startMs) + 1)
  return Math.min(midnight, startMs + DAY_MS)
}
