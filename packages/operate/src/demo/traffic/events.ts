import { EVIDENCE_BITS, integer, type Sql, sql, text } from '@footfall/warehouse'
import { integers, strings } from './choices.ts'
import { pageReports } from './page-reports.ts'
import { CURRENCIES, PRICES, pickedByVisit, propertiesSql } from './properties.ts'
import { titleOf } from './titles.ts'
import { journeysOf, pathsOf, type TrafficPlan } from './traffic.ts'

/** Below the visit timeout, so that no visit is split. */
const STAY_MAX_MS = 600_000

const { classified, suspected, webdriver, headless, headless_weak, contradicting_hints, uniform_burst } = EVIDENCE_BITS
/** What speaks for automation on the visits of machines, each equally often. Networks are unknown to the demo. */
const OF_MACHINES = [
  webdriver,
  webdriver | headless,
  headless,
  headless_weak | contradicting_hints,
  headless_weak | uniform_burst,
].map((bits) => bits | classified | suspected)
/** Machines call themselves Chrome, look at one page, and report nothing of it: a few visits in a hundred. */
const EVIDENCE = sql`if(length(timeline) = 1 AND gear.2 = 'Chrome', ${integers(OF_MACHINES)}[1 + cityHash64(visit, 'evidence') % ${integer(OF_MACHINES.length)}], ${integer(classified)})`

/** Visits with their events as arrays: pages and custom events in order, engagement when a page is left. */
function timelines(plan: TrafficPlan): Sql {
  const roll = (stream: string) => sql`cityHash64(dice, ${text(stream)}, i)`
  const stay = (stream: string) =>
    sql`least(${integer(STAY_MAX_MS)}, toInt64(3000 - 55000 * log((${roll(stream)} % 100000 + 1) / 100001)))`
  return sql`
  SELECT * EXCEPT (template, options, slugs),
    arrayCumSum(arrayMap((step, i) -> if(i = 1, 0, if(step.1 = 'custom', 2000 + ${roll('act')} % 15000, ${stay('stay')})), steps, arrayEnumerate(steps))) AS offsets,
    arrayFlatten(arrayMap((step, at, i) -> arrayConcat(
      [(at, step.1, step.2, step.3, toInt64(0), toInt64(0))],
      if(step.1 = 'pageview' AND ${roll('leaves')} % 100 < 88,
        [(if(i = length(steps), at + ${stay('last')}, offsets[i + 1] - 20), 'engagement', 'engagement', step.3,
          toInt64(if(i = length(steps), ${stay('last')}, offsets[i + 1] - 20 - at) * (40 + ${roll('focus')} % 60) / 100),
          toInt64(10 + ${roll('scroll')} % 91))],
        [])
    ), steps, offsets, arrayEnumerate(steps))) AS timeline
  FROM (${journeysOf(plan)})`
}

/**
 * Rows of `events`. The additive columns, which the collector counts while a visit lasts, are computed here along the
 * timeline; rows after `now` are omitted, which does not change the rows before.
 */
export function eventRows(plan: TrafficPlan): Sql {
  const [usual, other = usual] = plan.hostnames
  return sql`
  SELECT ${text(plan.product)} AS product_id,
    fromUnixTimestamp64Milli(start_ms + event.1, 'UTC') AS ts,
    event.2 AS kind, event.3 AS name, visitor, identified, visit,
    toDateTime(intDiv(start_ms, 1000), 'UTC') AS visit_start,
    position = 1 AS visit_starts,
    if(kind = 'pageview', pages[position], 0) AS pv_seq,
    position = indexOf(ended, 1) AS unbounce,
    if(position = 1, 0, event.1 - timeline[position - 1].1) AS gap_ms,
    if(visit % 100 < 92, ${text(usual)}, ${text(other)}) AS hostname,
    event.4 AS path, timeline[1].4 AS entry_path,
    way.3 AS referrer, place.1 AS country, way.1 AS channel, way.2 AS source, way.4 AS utm_source, way.5 AS utm_medium,
    way.6 AS utm_campaign, way.7 AS utm_content, way.8 AS utm_term,
    place.2 AS region, place.3 AS city, place.4 AS language,
    gear.1 AS device, gear.2 AS browser, if(gear.3 = '', '', concat(gear.2, ' ', gear.3)) AS browser_version,
    gear.4 AS os, if(gear.5 = '', '', concat(gear.4, ' ', gear.5)) AS os_version, gear.6 AS screen_size,
    event.5 AS engaged_ms, event.6 AS scroll,
    if(name = 'Purchase', toDecimal64(${pickedByVisit(PRICES)}, 4), toDecimal64(0, 4)) AS revenue,
    if(name = 'Purchase', transform(place.1, ${strings(Object.keys(CURRENCIES))}, ${strings(Object.values(CURRENCIES))}, ${text(plan.currency)}), '') AS currency,
    ${propertiesSql()} AS props,
    ${titles(plan)} AS title,
    ${text(plan.tracker)} AS tracker,
    ${EVIDENCE} AS evidence,
    ${pageReports()}
  FROM (
    SELECT *,
      arrayCumSum(arrayMap(e -> e.2 = 'pageview', timeline)) AS pages,
      arrayMap((seen, acts) -> toUInt8(seen >= 2 OR acts >= 1), pages, arrayCumSum(arrayMap(e -> e.2 = 'custom', timeline))) AS ended
    FROM (${timelines(plan)})
  )
  ARRAY JOIN timeline AS event, arrayEnumerate(timeline) AS position
  WHERE start_ms + event.1 <= ${integer(plan.nowMs)}`
}

function titles(plan: TrafficPlan): Sql {
  const paths = pathsOf(plan)
  return sql`transform(event.4, ${strings(paths)}, ${strings(paths.map((path) => titleOf(plan.kind, path)))}, '')`
}
