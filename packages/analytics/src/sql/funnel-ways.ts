import { MINUTE_MS, type ProductId } from '@footfall/core-domain'
import { allOf, anyOf, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'
import type { KeptRange } from '../calendar/date-range.ts'
import { codeOf, STEP_AT, type StepConditions, type StepRows, TICKS } from './funnels.ts'
import { NO_NEXT_PAGE, PAGEVIEW_OF_VISIT, ROW_AT, rowsOfVisitsIn } from './rows.ts'

/** What visitors did on their ways through funnels. */
export type WayKind = 'gap' | 'source' | 'next_page'

export interface WayRow {
  readonly funnel: number
  readonly kind: WayKind
  /** From 1. Of a gap the step that it leads to, otherwise the last step that was reached. */
  readonly step: number
  /** Empty for gaps. */
  readonly way_key: string
  readonly visitors: string
  /** Median of the gap; 0 for the others. */
  readonly seconds: number
}

/**
 * For each funnel: the median of the seconds between two steps, and the sources and next pages of most visitors who did
 * not reach the step after. The way of a visitor is the first that led to the furthest step; each of its steps follows
 * the latest event that was the step before.
 */
export function waysStatement(
  funnels: readonly StepConditions[],
  { from, rows, person }: StepRows,
  { product, range, limit }: { readonly product: ProductId; readonly range: KeptRange; readonly limit: number },
): Sql {
  const isStep = allOf([rows, anyOf(funnels.flatMap((funnel) => funnel.steps))])
  const ofSteps = { from, rows: isStep, person }
  return sql`SELECT toUInt32(funnel) AS funnel, fact.1 AS kind, toUInt32(fact.2) AS step, fact.3 AS way_key,
  count() AS visitors, quantileExactInclusive(0.5)(fact.4) / 1000 AS seconds FROM (
  SELECT funnel, arrayJoin(arrayConcat(
    arrayMap((before, at, i) -> ('gap', i + 1, '', toFloat64(at - before)), arrayPopBack(way), arrayPopFront(way), range(1, length(way))),
    if(length(way) = ${stepsOf(funnels)}, [], [
      ('source', length(way), from_source, 0.),
      ('next_page', length(way), if(view_visit = 0, ${text(NO_NEXT_PAGE)}, toString(view_path)), 0.)]))) AS fact
  FROM (${waysOfVisitors(funnels, ofSteps)}) AS ways
  ASOF LEFT JOIN (${viewsOfVisits(product, range, isStep)}) AS views ON last_visit = view_visit AND last_at < view_at)
GROUP BY funnel, kind, step, way_key ORDER BY visitors DESC, way_key LIMIT ${integer(limit)} BY funnel, kind, step`
}

/** One of the numbers, by the column `funnel`. */
function perFunnel(values: readonly number[]): Sql {
  return sql`[${joinSql(values.map(integer), ', ')}][funnel + 1]`
}

function viewsOfVisits(product: ProductId, range: KeptRange, isStep: Sql): Sql {
  return sql`SELECT visit AS view_visit, ${ROW_AT} AS view_at, path AS view_path FROM events
    WHERE ${rowsOfVisitsIn(product, range)} AND ${PAGEVIEW_OF_VISIT} AND visit IN (SELECT visit FROM events WHERE ${isStep})`
}

/** For each visitor and funnel: the instants of the way in milliseconds, and the visit, source and `ROW_AT` of its last. */
function waysOfVisitors(funnels: readonly StepConditions[], ofSteps: StepRows): Sql {
  const window = perFunnel(funnels.map(({ windowMinutes }) => windowMinutes * MINUTE_MS * TICKS))
  const isLatest = sql`start > 0 AND ${STEP_OF} = step AND at < way[1]`
  return sql`SELECT funnel, arrayMap(at -> intDiv(at, ${integer(TICKS)}), ats_of_way) AS way,
      arrayFirst((event, at) -> at = ats_of_way[-1], events, ats) AS last,
      if(last_visit = 0, '', sources[indexOf(found, last)]) AS from_source,
      toUInt64(bitAnd(bitShiftRight(last, 16), toUInt64(-1))) AS last_visit,
      way[-1] * 65536 + toUInt64(bitAnd(last, 65535)) AS last_at FROM (
      SELECT funnel, found, sources, events, ats, arrayFold(
        (way, step) -> arrayPushFront(way, arrayLast((at, start) -> ${isLatest}, ats, starts)),
        arrayReverse(range(1, furthest)), [arrayFirst((at, start) -> start > 0 AND ${STEP_OF} = furthest, ats, starts)]) AS ats_of_way FROM (
        SELECT funnel, found, sources, events, ats, starts, arrayMax((at, start) -> if(start > 0, ${STEP_OF}, 0), ats, starts) AS furthest FROM (
          SELECT funnel, found, sources, events, ats, ${stepsOf(funnels)} AS steps, ${window} AS window, ${STARTS} AS starts
          FROM (SELECT funnel, found, sources, arraySort(found) AS events, arrayMap(event -> toUInt64(bitShiftRight(event, 80)), events) AS ats
            FROM (${eventsOfVisitors(funnels, ofSteps)})))))`
}

/**
 * For each visitor who entered a funnel every event that is a step, in no order, and its source. A number of 128 bits is
 * the order of the event, its visit and its place among the rows of one millisecond: numbers sort faster than tuples.
 */
function eventsOfVisitors(funnels: readonly StepConditions[], { from, rows, person }: StepRows): Sql {
  const codes = funnels.flatMap((funnel, f) =>
    funnel.steps.map((step, s) => sql`if(${step}, ${integer(codeOf(f, s))}, 0)`),
  )
  return sql`SELECT intDiv(code, ${integer(TICKS)}) AS funnel,
        groupArray(bitShiftLeft(toUInt128(${STEP_AT}), 80) + bitShiftLeft(toUInt128(visit), 16) + row_at % 65536) AS found,
        groupArray(toString(source)) AS sources
      FROM (
        SELECT ${person} AS person, visit, source, toUInt64(toUnixTimestamp64Milli(ts)) AS ms, ${ROW_AT} AS row_at,
          arrayJoin(arrayFilter(code -> code > 0, [${joinSql(codes, ', ')}])) AS code
        FROM ${from} WHERE ${rows})
      GROUP BY funnel, person HAVING countIf(code % ${integer(TICKS)} = 1) > 0`
}

/** The step, from 1, that an event was taken for. */
const STEP_OF = sql`${integer(TICKS - 1)} - at % ${integer(TICKS)}`

/**
 * For each event the first event of the latest chain that leads to it, as `windowFunnel` keeps it; 0 where none does. One
 * step after the other: `arrayFill` repeats the latest chain that led to the step before until there is another.
 */
const STARTS = sql`arrayFold(
            (starts, step) -> arrayMap(
              (at, start, before) -> if(${STEP_OF} = step AND before > 0 AND at <= before + window, before, start), ats, starts,
              arrayFill(before -> before > 0, arrayMap((at, start) -> if(${STEP_OF} = step - 1, start, 0), ats, starts))),
            range(2, steps + 1), arrayMap(at -> if(${STEP_OF} = 1, at, 0), ats))`

const stepsOf = (funnels: readonly StepConditions[]) => perFunnel(funnels.map(({ steps }) => steps.length))
