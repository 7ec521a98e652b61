import { VISIT_ATTRIBUTES } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { sql, text } from '@footfall/warehouse'

/**
 * Recomputes every visit column from only visitor, time, kind and path, and counts the rows that differ. Rows of the
 * same instant would have no order: the data under test has none.
 */
export async function auditVisits(engine: Engine, product: string): Promise<Record<string, number>> {
  const [row] = await engine.rows<Record<string, string>>(
    `SELECT
      countIf(visit != first_value_visit) AS rows_in_another_visit,
      uniqExact(visit) - uniqExact((visitor, visit_number)) AS visits_not_separated_by_pause,
      countIf(visit_starts != (place_in_visit = 1)) AS wrong_visit_starts,
      countIf(pv_seq != if(kind = 'pageview', pages, 0)) AS wrong_pv_seq,
      countIf(unbounce != (ended AND NOT ended_before)) AS wrong_unbounce,
      countIf(gap_ms != if(place_in_visit = 1, 0, toUnixTimestamp64Milli(ts) - toUnixTimestamp64Milli(before))) AS wrong_gap_ms,
      countIf(gap_ms > 1800000) AS idle,
      countIf(visit_start != toDateTime(first_ts, 'UTC')) AS wrong_visit_start,
      countIf(entry_path != first_path) AS wrong_entry_path,
      countIf(place_in_visit = 1 AND kind = 'engagement') AS engagement_first,
      countIf(first_attributes != tuple(${VISIT_ATTRIBUTES.join(', ')})) AS wrong_attributes
    FROM (
      SELECT *,
        pages >= 2 OR custom_events >= 1 AS ended,
        pages - (kind = 'pageview') >= 2 OR custom_events - (kind = 'custom') >= 1 AS ended_before
      FROM (
        SELECT *,
          row_number() OVER visit_events AS place_in_visit,
          first_value(visit) OVER visit_events AS first_value_visit,
          first_value(ts) OVER visit_events AS first_ts,
          first_value(path) OVER visit_events AS first_path,
          first_value(tuple(${VISIT_ATTRIBUTES.join(', ')})) OVER visit_events AS first_attributes,
          countIf(kind = 'pageview') OVER visit_events AS pages,
          countIf(kind = 'custom') OVER visit_events AS custom_events
        FROM (
          SELECT *, sum(dateDiff('millisecond', before, ts) >= 1800000) OVER person AS visit_number
          FROM (
            SELECT *, lagInFrame(ts, 1, ts) OVER person AS before
            FROM events
            WHERE product_id = ${text(product).text}
            WINDOW person AS (PARTITION BY visitor ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
          )
          WINDOW person AS (PARTITION BY visitor ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        )
        WINDOW visit_events AS (PARTITION BY visitor, visit_number ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      )
    )`,
    { purpose: 'maintenance' },
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]))
}

/** The result for visits without differences. */
export const NO_DIFFERENCE = {
  rows_in_another_visit: 0,
  visits_not_separated_by_pause: 0,
  wrong_visit_starts: 0,
  wrong_pv_seq: 0,
  wrong_unbounce: 0,
  wrong_gap_ms: 0,
  idle: 0,
  wrong_visit_start: 0,
  wrong_entry_path: 0,
  engagement_first: 0,
  wrong_attributes: 0,
}

/** Compares the rollup with the rows that it sums up. */
export async function rollupDifference(engine: Engine, product: string): Promise<readonly unknown[]> {
  const id = text(product)
  return engine.rows(
    sql`SELECT * FROM (
      SELECT countIf(kind = 'pageview') AS pageviews, sum(visit_starts) AS visits, sum(unbounce) AS unbounced, sum(events.gap_ms) AS gap_ms
      FROM events WHERE product_id = ${id}
      EXCEPT
      SELECT sum(pageviews), sum(visits), sum(unbounced), sum(gap_ms) FROM events_15m WHERE product_id = ${id}
    )`.text,
  )
}
