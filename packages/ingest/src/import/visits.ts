import { identifier, integer, joinSql, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import { VISIT_IDLE_MS } from '../collector/visits.ts'
import { ATTRIBUTE_SEPARATOR, VISIT_ATTRIBUTES } from './staging.ts'

/** People whose number lies in the range, both ends included; a range holds all rows of each of its people. */
export interface PersonRange {
  readonly from: bigint
  readonly to: bigint
}

/** Equal parts of the space of numbers, which are hashes and so fill it evenly. */
export function personRanges(count: number): PersonRange[] {
  const end = 1n << 64n
  const edge = (index: number) => (end * BigInt(index)) / BigInt(count)
  return Array.from({ length: count }, (_, index) => ({ from: edge(index), to: edge(index + 1) - 1n }))
}

const ATTRIBUTES = joinSql(VISIT_ATTRIBUTES.map(identifier), ', ')
const FROM_FIRST = joinSql(
  VISIT_ATTRIBUTES.map((name, i) => {
    const value = sql`attribute[${integer(i + 1)}]`
    return name === 'country' ? sql`toFixedString(${value}, 2)` : value
  }),
  ', ',
)

export const EVENT_COLUMNS = sql`product_id, ts, kind, name, visitor, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms, hostname, path, entry_path, ${ATTRIBUTES}, engaged_ms, scroll, revenue, currency, props, tracker`

/**
 * Staged rows as rows of `events`, by the rules that the collector follows while a visit goes on: a person's events
 * with less than half an hour between them belong together; engagement alone begins no visit and is left out; a visit
 * keeps the visitor, the entry and the origin of its first event.
 */
export function visitRows(importId: string, product: string, people: PersonRange): Sql {
  return sql`SELECT ${text(product)}, fromUnixTimestamp64Milli(ts_ms, 'UTC'), toString(kind), name,
  first_visitor, greatest(1, sipHash64(${text(importId)}, person, begun_ms)), toDateTime(intDiv(begun_ms, 1000), 'UTC'),
  begins, if(kind = 'pageview', least(pages, 65535), 0),
  (pages >= 2 OR acts >= 1) AND NOT (pages - (kind = 'pageview') >= 2 OR acts - (kind = 'custom') >= 1),
  if(begins, 0, ts_ms - ts_before_ms),
  hostname, path, first_path, ${FROM_FIRST}, engaged_ms, scroll, revenue, currency, props, tracker
FROM (
  SELECT *, heard = 1 AND kind != 'engagement' AS begins,
    splitByChar(${text(ATTRIBUTE_SEPARATOR)}, first_attributes) AS attribute
  FROM (
    SELECT *,
      countIf(kind != 'engagement') OVER so_far AS heard,
      countIf(kind = 'pageview') OVER so_far AS pages,
      countIf(kind = 'custom') OVER so_far AS acts,
      minIf(ts_ms, kind != 'engagement') OVER so_far AS begun_ms,
      anyIf(visitor, kind != 'engagement') OVER so_far AS first_visitor,
      anyIf(path, kind != 'engagement') OVER so_far AS first_path,
      anyIf(attributes, kind != 'engagement') OVER so_far AS first_attributes
    FROM (${stretches(importId, people)})
    WINDOW so_far AS (PARTITION BY person, stretch ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
  )
  WHERE heard > 0
)`
}

/** Engagement that belongs to no visit. */
export function strayEngagement(importId: string, people: PersonRange): Sql {
  return sql`SELECT countIf(heard = 0) AS stray
FROM (
  SELECT countIf(kind != 'engagement') OVER (PARTITION BY person, stretch ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS heard
  FROM (${stretches(importId, people)})
)`
}

/** Rows of a person, numbered by the stretch without a pause that they belong to. */
function stretches(importId: string, people: PersonRange): Sql {
  return sql`
      SELECT *, sum(ts_ms - ts_before_ms >= ${integer(VISIT_IDLE_MS)}) OVER of_person AS stretch
      FROM (
        SELECT *, lagInFrame(ts_ms, 1, ts_ms) OVER of_person AS ts_before_ms
        FROM import_staging
        WHERE import_id = ${text(importId)} AND kind != 'crawler'
          AND person >= ${uint64(people.from)} AND person <= ${uint64(people.to)}
        WINDOW of_person AS (PARTITION BY person ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      )
      WINDOW of_person AS (PARTITION BY person ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
}
