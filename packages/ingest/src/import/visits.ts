import { EVIDENCE_BITS, identifier, integer, joinSql, type Sql, sql, text, uint64 } from '@footfall/warehouse'
import { PAGE_REPORTS } from '../collector/page-report.ts'
import { VISIT_IDLE_MS } from '../collector/visits.ts'
import { STAGED_ATTRIBUTES } from './attribute-fields.ts'
import { isText, STAGED_EVIDENCE, STAGED_REPORT } from './report-field.ts'
import { ATTRIBUTE_SEPARATOR } from './staging.ts'

/** Persons whose id is in the range, both ends included; a range holds all rows of each of its persons. */
export interface PersonRange {
  readonly from: bigint
  readonly to: bigint
}

/** What the rows say of where they belong. */
export interface StoredAs {
  readonly product: string
  /** The record of the import; empty where none is kept. */
  readonly import: string
}

/** Equal parts of the id space; ids are hashes and spread evenly. */
export function personRanges(count: number): PersonRange[] {
  const end = 1n << 64n
  const edge = (index: number) => (end * BigInt(index)) / BigInt(count)
  return Array.from({ length: count }, (_, index) => ({ from: edge(index), to: edge(index + 1) - 1n }))
}

const ATTRIBUTES = joinSql(STAGED_ATTRIBUTES.map(identifier), ', ')
const FROM_FIRST = joinSql(
  STAGED_ATTRIBUTES.map((name, i) => {
    const value = sql`attribute[${integer(i + 1)}]`
    return name === 'country' ? sql`toFixedString(${value}, 2)` : value
  }),
  ', ',
)

/** Numbers that a row does not report are −1. */
const REPORTED = joinSql(
  STAGED_REPORT.map((name, i) => {
    const value = sql`reported[${integer(i + 1)}]`
    if (name === 'error') return sql`toUInt64OrZero(${value})`
    return isText(name) ? value : sql`toInt32OrDefault(${value}, toInt32(-1))`
  }),
  ', ',
)
const GIVEN_EVIDENCE = sql`toUInt16OrZero(splitByChar(${text(ATTRIBUTE_SEPARATOR)}, report)[${integer(STAGED_EVIDENCE)}])`
/** A file may say it of a part of a visit only; all rows of a visit are of one class. */
const CLASS = integer(EVIDENCE_BITS.suspected | EVIDENCE_BITS.classified)
const EVIDENCE = sql`if(evidence_most >= ${integer(EVIDENCE_BITS.suspected)}, bitOr(toUInt16OrZero(reported[${integer(STAGED_EVIDENCE)}]), ${CLASS}), toUInt16OrZero(reported[${integer(STAGED_EVIDENCE)}]))`
const REPORT_NAMES = joinSql(PAGE_REPORTS.map(text), ', ')
const IDLE = integer(VISIT_IDLE_MS)
/** What a page reports after its visit is over, as the collector has it. */
const IS_LATE_REPORT = sql`is_report AND ts_ms - ts_before_ms >= ${IDLE}`

export const EVENT_COLUMNS = sql`product_id, ts, kind, name, visitor, identified, visit, visit_start, visit_starts, pv_seq, unbounce, gap_ms, hostname, path, title, entry_path, ${ATTRIBUTES}, engaged_ms, scroll, revenue, currency, props, tracker, import, ${joinSql(STAGED_REPORT.map(identifier), ', ')}, evidence`

/**
 * Staged rows as rows of `events`, by the rules of the collector: events of a person with pauses of less than half an
 * hour form a visit; an engagement does not start a visit and is dropped; a visit keeps the visitor, the entry page and the
 * origin of its first event.
 */
export function visitRows(importId: string, stored: StoredAs, people: PersonRange): Sql {
  return sql`SELECT ${text(stored.product)}, fromUnixTimestamp64Milli(ts_ms, 'UTC'), toString(kind), name,
  first_visitor, first_visitor = person, greatest(1, sipHash64(${text(importId)}, person, start_ms)), toDateTime(intDiv(start_ms, 1000), 'UTC'),
  starts_visit, if(kind = 'pageview', least(pages, 65535), 0),
  (pages >= 2 OR custom_events >= 1) AND NOT (pages - (kind = 'pageview') >= 2 OR custom_events - (kind = 'custom' AND interactive = 1) >= 1),
  if(starts_visit OR is_report, 0, ts_ms - ts_before_ms),
  hostname, path, title, first_path, ${FROM_FIRST}, engaged_ms, scroll, revenue, currency, props, tracker, ${text(stored.import)}, ${REPORTED}, ${EVIDENCE}
FROM (
  SELECT *, interactive_events = 1 AND kind != 'engagement' AS starts_visit,
    splitByChar(${text(ATTRIBUTE_SEPARATOR)}, first_attributes) AS attribute,
    splitByChar(${text(ATTRIBUTE_SEPARATOR)}, report) AS reported
  FROM (
    SELECT *,
      countIf(kind != 'engagement') OVER visit_so_far AS interactive_events,
      countIf(kind = 'pageview') OVER visit_so_far AS pages,
      countIf(kind = 'custom' AND interactive = 1) OVER visit_so_far AS custom_events,
      minIf(ts_ms, kind != 'engagement') OVER visit_so_far AS start_ms,
      anyIf(visitor, kind != 'engagement') OVER visit_so_far AS first_visitor,
      anyIf(path, kind != 'engagement') OVER visit_so_far AS first_path,
      anyIf(attributes, kind != 'engagement') OVER visit_so_far AS first_attributes,
      max(${GIVEN_EVIDENCE}) OVER whole_visit AS evidence_most
    FROM (${numberedByVisit(importId, people)})
    WINDOW visit_so_far AS (PARTITION BY person, visit_number ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
      whole_visit AS (PARTITION BY person, visit_number)
  )
  WHERE interactive_events > 0 AND NOT (${IS_LATE_REPORT})
)`
}

/** Counts engagement events without a visit. */
export function strayEngagement(importId: string, people: PersonRange): Sql {
  return sql`SELECT countIf(interactive_events = 0 OR ${IS_LATE_REPORT}) AS stray
FROM (
  SELECT ts_ms, ts_before_ms, is_report, countIf(kind != 'engagement') OVER (PARTITION BY person, visit_number ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS interactive_events
  FROM (${numberedByVisit(importId, people)})
)`
}

/**
 * Rows with a number that increases at each pause of half an hour. A report of a page belongs to the visit before it,
 * and neither begins nor extends one.
 */
function numberedByVisit(importId: string, people: PersonRange): Sql {
  return sql`
      SELECT *, sum(NOT is_report AND ts_ms - ts_before_ms >= ${IDLE}) OVER person_events AS visit_number
      FROM (
        SELECT *, kind = 'engagement' AND name IN (${REPORT_NAMES}) AS is_report,
          ifNull(maxOrNullIf(ts_ms, NOT is_report) OVER person_before, ts_ms) AS ts_before_ms
        FROM import_staging
        WHERE import_id = ${text(importId)} AND kind != 'crawler'
          AND person >= ${uint64(people.from)} AND person <= ${uint64(people.to)}
        WINDOW person_before AS (PARTITION BY person ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
      )
      WINDOW person_events AS (PARTITION BY person ORDER BY ts_ms, seq ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`
}
