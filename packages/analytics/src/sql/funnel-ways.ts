import type { ProductId } from '@footfall/core-domain'
import { allOf, anyOf, identifier, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'
import type { KeptSpan } from '../question/span.ts'
import { codeOf, STEP_AT, type StepConditions, TICKS } from './funnels.ts'
import { EVENT_OF_VISIT, NO_NEXT_PAGE, ROW_AT, rowsOfVisitsIn } from './rows.ts'

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
  rows: Sql,
  { product, span, limit }: { readonly product: ProductId; readonly span: KeptSpan; readonly limit: number },
): Sql {
  const steps = anyOf(funnels.flatMap((funnel) => funnel.steps))
  const ways = funnels.map((funnel, f) => sql`(${integer(f)}, ${integer(funnel.steps.length)}, ${wayOf(funnel, f)})`)
  const entered = sql`visitor IN (SELECT visitor FROM events WHERE ${allOf([rows, anyOf(funnels.flatMap(({ steps: [first] }) => first ?? []))])})`
  const ofEntered = allOf([rows, steps, entered])
  const viewed = sql`SELECT visit AS view_visit, any(toString(source)) AS from_source,
      arraySort(groupArrayIf((${ROW_AT}, toString(path)), kind = 'pageview')) AS views FROM events
    WHERE ${rowsOfVisitsIn(product, span)} AND ${EVENT_OF_VISIT}
      AND visit IN (SELECT visit FROM events WHERE ${ofEntered}) GROUP BY visit`
  const next = sql`arrayFirst(view -> view.1 > last.3, views)`
  return sql`SELECT toUInt32(funnel) AS funnel, fact.1 AS kind, toUInt32(fact.2) AS step, fact.3 AS way_key,
  count() AS visitors, quantileExactInclusive(0.5)(fact.4) / 1000 AS seconds FROM (
  SELECT funnel, arrayJoin(arrayConcat(
    arrayMap(i -> ('gap', i + 1, '', toFloat64(intDiv(way[i + 1].1, ${integer(TICKS)}) - intDiv(way[i].1, ${integer(TICKS)}))), range(1, length(way))),
    if(length(way) = steps, [], [
      ('source', length(way), from_source, 0.),
      ('next_page', length(way), if((${next} AS next).1 = 0, ${text(NO_NEXT_PAGE)}, next.2), 0.)]))) AS fact
  FROM (
    SELECT funnel_way.1 AS funnel, funnel_way.2 AS steps, funnel_way.3 AS way, way[-1] AS last, last.2 AS last_visit FROM (
      SELECT arrayJoin([${joinSql(ways, ', ')}]) AS funnel_way FROM (${eventsOfVisitors(funnels, ofEntered)}))
    WHERE notEmpty(way)) AS ways
  LEFT JOIN (${viewed}) AS viewed ON last_visit = view_visit)
GROUP BY funnel, kind, step, way_key ORDER BY visitors DESC, way_key LIMIT ${integer(limit)} BY funnel, kind, step`
}

/** For each visitor and funnel `(order, visit, row)` of every event that is a step, in order. */
function eventsOfVisitors(funnels: readonly StepConditions[], rows: Sql): Sql {
  const codes = funnels.flatMap((funnel, f) =>
    funnel.steps.map((step, s) => sql`if(${step}, ${integer(codeOf(f, s))}, 0)`),
  )
  const ofFunnels = funnels.map(
    (_, f) =>
      sql`arraySort(groupArrayIf((toUInt64(${STEP_AT}), visit, row_at), intDiv(code, ${integer(TICKS)}) = ${integer(f)})) AS ${eventsOf(f)}`,
  )
  return sql`SELECT ${joinSql(ofFunnels, ', ')} FROM (
        SELECT visitor, visit, toUInt64(toUnixTimestamp64Milli(ts)) AS ms, ${ROW_AT} AS row_at,
          arrayJoin(arrayFilter(code -> code > 0, [${joinSql(codes, ', ')}])) AS code
        FROM events WHERE ${rows})
      GROUP BY visitor`
}

const eventsOf = (funnel: number) => identifier(`events_${funnel}`)

/**
 * The events of the way through one funnel. For each step it keeps the latest chain of events that led to it, as
 * `windowFunnel` does: a chain is the order of its first event, and the places of its events.
 */
function wayOf({ steps, windowMinutes }: StepConditions, funnel: number): Sql {
  const own = eventsOf(funnel)
  const window = integer(windowMinutes * 60_000 * TICKS)
  const step = sql`(${integer(TICKS - 1)} - at % ${integer(TICKS)})`
  const before = sql`acc.1[${step} - 1]`
  const follows = sql`notEmpty(${before}.2) AND at <= ${before}.1 + ${window}`
  const made = sql`if(${step} = 1, (at, [i]), if(${follows}, (${before}.1, arrayConcat(${before}.2, [i])), (toUInt64(0), emptyArrayUInt32())))`
  const chains = sql`if(empty(made.2), acc.1, arrayMap((chain, k) -> if(k = length(made.2), made, chain), acc.1, arrayEnumerate(acc.1)))`
  const furthest = sql`if(length(made.2) > length(acc.2), made.2, acc.2)`
  const none = joinSql(
    steps.map(() => sql`(toUInt64(0), emptyArrayUInt32())`),
    ', ',
  )
  return sql`arrayMap(i -> ${own}[i], arrayFold(
        (acc, at, i) -> arrayMap(made -> (${chains}, ${furthest}), [${made}])[1],
        arrayMap(event -> event.1, ${own}), arrayEnumerate(${own}),
        ([${none}], emptyArrayUInt32())).2)`
}
