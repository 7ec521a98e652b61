import { DAY_MS, HOUR_MS } from '@footfall/core-domain'
import { integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'
import { attributionOf } from './acquisition.ts'
import { DEVICES, HOURS, PLACES } from './audience.ts'
import { integers, strings, tuples, weighted } from './choices.ts'
import { parseJourney } from './journeys.ts'
import type { DemoSite } from './site.ts'
import { visitorOfUser } from './users.ts'

export interface TrafficPlan extends DemoSite {
  readonly product: string
  readonly seed: string
  /** Midnight UTC of the first day. */
  readonly firstDayMs: number
  readonly nowMs: number
  /** Set where the product identifies its visitors. */
  readonly visitorKey?: Uint8Array | undefined
  /** Visitors of each day, and how many of them come because of the launch. */
  readonly people: readonly { readonly usual: number; readonly launch: number }[]
}

/**
 * One row per visit. Each person of a day visits once, some again hours later; a second visit that would fall on
 * another UTC day is omitted, because there the person would be another visitor.
 */
function visitsOf(plan: TrafficPlan): Sql {
  const h = (stream: string) =>
    sql`cityHash64(${text(plan.seed)}, ${text(plan.product)}, ${text(stream)}, day, person, nth)`
  const places = tuples(PLACES.map(([, ...place]) => place.slice(0, 4)))
  const offsets = integers(PLACES.map(([, , , , , hours]) => hours * HOUR_MS))
  const devices = tuples(DEVICES.map(([, ...device]) => device))
  return sql`
  SELECT day, person, nth, start_ms, toUInt8(launch) AS launch,
    ${places}[place_index] AS place, ${devices}[device_index] AS gear,
    cityHash64(${text(plan.seed)}, ${text(plan.product)}, 'visitor', day, person) AS visitor,
    ${h('visit')} AS visit,
    ${chosen(plan)} AS acquisition,
    ${h('steps')} AS dice
  FROM (
    SELECT day, person, launch, nth, place_index,
      ${integers(weighted(DEVICES.map(([weight]) => weight)))}[1 + intDiv(trait, 1000) % ${sum(DEVICES)}] AS device_index,
      ${integer(plan.firstDayMs)} + day * ${integer(DAY_MS)}
        + ${integers(weighted(HOURS).map((hour) => hour - 1))}[1 + intDiv(trait, 1000000) % ${integer(HOURS.reduce((a, b) => a + b, 0))}] * ${integer(HOUR_MS)}
        + intDiv(trait, 1000000000) % ${integer(HOUR_MS)} - ${offsets}[place_index] AS first_ms,
      first_ms + nth * ${integer(3 * HOUR_MS)} + if(nth = 0, 0, ${h('later')} % ${integer(HOUR_MS)}) AS start_ms
    FROM (
      SELECT day, person, person >= usual AS launch,
        cityHash64(${text(plan.seed)}, ${text(plan.product)}, 'person', day, person) AS trait,
        ${integers(weighted(PLACES.map(([weight]) => weight)))}[1 + trait % ${sum(PLACES)}] AS place_index,
        arrayJoin(range(1 + (intDiv(trait, 7) % 100 < 16) + (intDiv(trait, 7) % 100 < 4))) AS nth
      FROM (
        SELECT number AS day, ${integers(plan.people.map(({ usual }) => usual))}[number + 1] AS usual,
          arrayJoin(range(toUInt64(usual + ${integers(plan.people.map(({ launch }) => launch))}[number + 1]))) AS person
        FROM numbers(${integer(plan.people.length)})
      )
    )
  )
  WHERE intDiv(start_ms, ${integer(DAY_MS)}) = intDiv(first_ms, ${integer(DAY_MS)})
    AND start_ms >= ${integer(plan.firstDayMs)} AND start_ms <= ${integer(plan.nowMs)}`
}

function sum(rows: readonly (readonly [number, ...unknown[]])[]): Sql {
  return integer(rows.reduce((total, [weight]) => total + weight, 0))
}

/** Position of the acquisition in the list, launch ones last. */
function chosen({ acquisitions, launchAcquisitions }: TrafficPlan): Sql {
  const usual = weighted(acquisitions.map(({ weight }) => weight))
  const launch = weighted(launchAcquisitions.map(({ weight }) => weight)).map((index) => index + acquisitions.length)
  const roll = sql`intDiv(cityHash64(visit, 'acquisition'), 3)`
  if (launch.length === 0) return sql`${integers(usual)}[1 + ${roll} % ${integer(usual.length)}]`
  return sql`if(launch, ${integers(launch)}[1 + ${roll} % ${integer(launch.length)}], ${integers(usual)}[1 + ${roll} % ${integer(usual.length)}])`
}

/** Visits with their attribution and steps. */
export function journeysOf(plan: TrafficPlan): Sql {
  const ways = [...plan.acquisitions, ...plan.launchAcquisitions]
  const entries = Object.entries(plan.journeys)
  const all = entries.flatMap(([, journeys]) => journeys)
  const firstOf = (entry: string) => {
    const at = entries.findIndex(([name]) => name === entry)
    return entries.slice(0, at).reduce((count, [, journeys]) => count + journeys.length, 0)
  }
  const byEntry = entries.map(([entry, journeys]) =>
    integers(weighted(journeys.map(([weight]) => weight)).map((index) => index + firstOf(entry))),
  )
  const attributions = ways.map((way) => {
    const { channel, source, referrer, utm_source, utm_medium, utm_campaign, utm_content, utm_term } = attributionOf(
      way,
      plan.hostnames,
    )
    return [channel, source, referrer, utm_source, utm_medium, utm_campaign, utm_content, utm_term]
  })
  const entryOfWay = integers(ways.map(({ entry }) => entries.findIndex(([name]) => name === entry) + 1))
  const steps = all.map(([, journey]) =>
    tuples(parseJourney(journey).map(({ kind, name, path }) => [kind, name, path])),
  )
  const { visitorKey } = plan
  const isUser = visitorKey && sql`has(${integers(waysOfUsers(ways))}, acquisition)`
  return sql`
  SELECT * ${isUser ? sql`REPLACE (if(${isUser}, ${visitorOfUser(visitorKey, plan.people.length)}, visitor) AS visitor)` : sql``},
    ${isUser ? sql`toUInt8(${isUser})` : sql`toUInt8(0)`} AS identified,
    ${tuples(attributions)}[acquisition] AS way,
    [${joinSql(byEntry, ', ')}][${entryOfWay}[acquisition]] AS options,
    [${joinSql(steps, ', ')}][options[1 + intDiv(dice, 11) % length(options)]] AS template,
    ${strings(plan.slugs)} AS slugs,
    arrayMap((step, i) -> (step.1, step.2, replaceOne(step.3, ':slug', slugs[1 + cityHash64(dice, step.1 = 'pageview' ? i : i - 1) % length(slugs)])), template, arrayEnumerate(template)) AS steps
  FROM (${visitsOf(plan)})`
}

/** Visitors who open the app are signed in. */
function waysOfUsers(ways: TrafficPlan['acquisitions']): readonly number[] {
  return ways.flatMap(({ entry }, at) => (entry === 'app' ? [at + 1] : []))
}

export function pathsOf({ journeys, slugs }: Pick<TrafficPlan, 'journeys' | 'slugs'>): readonly string[] {
  const paths = Object.values(journeys).flatMap((list) =>
    list.flatMap(([, journey]) => parseJourney(journey).map(({ path }) => path)),
  )
  return [...new Set(paths.flatMap((path) => slugs.map((slug) => path.replace(':slug', slug))))]
}
