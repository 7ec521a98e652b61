import { integer, type Sql, sql, text } from '@footfall/warehouse'
import { journeysOf, type TrafficPlan } from './traffic.ts'

/** Below the visit timeout, so that no visit is split. */
const STAY_MAX_MS = 600_000

const PLANS = sql`[('personal', toDecimal64('4.9', 4)), ('personal', toDecimal64('49', 4)), ('team', toDecimal64('29', 4)), ('team', toDecimal64('290', 4)), ('business', toDecimal64('99', 4))]`

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
    event.2 AS kind, event.3 AS name, visitor, visit,
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
    gear.1 AS device, gear.2 AS browser, gear.3 AS browser_version, gear.4 AS os, gear.5 AS os_version,
    gear.6 AS screen_size,
    event.5 AS engaged_ms, event.6 AS scroll,
    ${PLANS}[1 + visit % 5] AS tariff,
    if(name = 'Purchase', tariff.2, toDecimal64(0, 4)) AS revenue,
    if(name = 'Purchase', ${text(plan.currency)}, '') AS currency,
    ${properties()} AS props,
    ${text(plan.tracker)} AS tracker
  FROM (
    SELECT *,
      arrayCumSum(arrayMap(e -> e.2 = 'pageview', timeline)) AS pages,
      arrayMap((seen, acts) -> toUInt8(seen >= 2 OR acts >= 1), pages, arrayCumSum(arrayMap(e -> e.2 = 'custom', timeline))) AS ended
    FROM (${timelines(plan)})
  )
  ARRAY JOIN timeline AS event, arrayEnumerate(timeline) AS position
  WHERE start_ms + event.1 <= ${integer(plan.nowMs)}`
}

function properties(): Sql {
  return sql`multiIf(
      name = 'Signup', map('plan', tariff.1, 'method', if(visit % 3 = 0, 'google', 'email')),
      name = 'Purchase', map('plan', tariff.1, 'interval', if(visit % 2 = 0, 'month', 'year')),
      name = 'Download', map('file', if(visit % 2 = 0, 'lumen-setup.exe', 'lumen.dmg')),
      name = 'Newsletter', map('list', 'monthly'),
      name = 'Outbound Link', map('url', 'https://status.lumen-notes.example/'),
      name = 'Copy code', map('language', ['bash', 'typescript', 'python', 'curl'][1 + visit % 4]),
      name = 'Search', map('term', ['export', 'webhook', 'rate limit', 'sso', 'offline'][1 + visit % 5]),
      name = 'Feedback', map('helpful', if(visit % 5 = 0, 'no', 'yes')),
      name = 'Note created', map('kind', if(visit % 2 = 0, 'text', 'checklist')),
      CAST(map(), 'Map(String, String)'))`
}
