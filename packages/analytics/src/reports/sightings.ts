import {
  addDays,
  type Dimension,
  dateIn,
  type PropertyMatch,
  type ReportScope,
  type Sighting,
  SOUGHT_MAX,
  type SoughtEvents,
  trafficOf,
} from '@footfall/core-domain'
import { allOf, anyOf, joinSql, matchesGlob, rowsOfTraffic, type Sql, sql, text } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import { resolveRange } from '../calendar/date-range.ts'
import { collectedData } from '../days/collected.ts'
import { retained } from '../days/retained.ts'
import { within } from '../days/rows-within.ts'
import { nearCollected, nearProperties } from '../explain/near.ts'
import { isTooFew } from '../read/suppression.ts'
import { hasProperty, reachesGoal } from '../sql/goals.ts'
import { rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'

/** For how many values that were never collected similar ones are looked up. */
const NEAR_MAX = 3
const VISITORS_DAYS = 7
const EVENTS_DAYS = 30
/** Counts of each kind of events in the row that the engine returns. */
const COUNTS = 4

/** What is known of events that a change names: whether they ever came, and how many of them there are. */
export async function sightingsReport(
  reader: Reader,
  scope: ReportScope,
  sought: readonly SoughtEvents[],
): Promise<readonly Sighting[] | undefined> {
  if (sought.length > SOUGHT_MAX) throw new TypeError(`at most ${SOUGHT_MAX} kinds of events can be looked up at once`)
  if (sought.length === 0) return []
  if ((await collectedData(reader, scope).firstEventMs()) === undefined) return undefined
  const counts = await countsOf(reader, scope, sought)
  const threshold = scope.preferences.suppression_threshold
  let looked = 0
  const sightings = sought.map(async (one, i): Promise<Sighting> => {
    const [visitors = 0, events = 0, ever = 0, withAnyProperties = 0] = counts.slice(COUNTS * i, COUNTS * (i + 1))
    const found = {
      visitors: isTooFew({ people: visitors, value: visitors }, threshold) ? null : visitors,
      events,
      seen: ever > 0,
      seenWithAnyProperties: withAnyProperties > 0,
    }
    const near = found.seen || ++looked > NEAR_MAX ? [] : await nearOf(reader, scope, one, found.seenWithAnyProperties)
    return { ...found, near }
  })
  return Promise.all(sightings)
}

async function countsOf(
  reader: Reader,
  scope: ReportScope,
  sought: readonly SoughtEvents[],
): Promise<readonly number[]> {
  const { kept } = retained(scope, reader.now())
  const last = (days: number) => {
    const to = dateIn(scope.timezone, reader.now())
    return within(resolveRange(scope, { from: addDays(to, 1 - days), to }, reader.now()).kept)
  }
  const counted = rowsOfTraffic(trafficOf(scope))
  const [lastVisitors, lastEvents] = [allOf([last(VISITORS_DAYS), counted]), last(EVENTS_DAYS)]
  const columns = sought.flatMap((one) => {
    const event = conditionOf(one, scope, rowsOfVisitsIn(scope.product, kept))
    const is = allOf([event, ...propertiesIn(one).map(hasProperty)])
    return [
      sql`uniqExactIf(visitor, visitor != 0 AND ${lastVisitors} AND (${is}))`,
      sql`countIf(${lastEvents} AND (${is}))`,
      sql`countIf(${is})`,
      sql`countIf(${event})`,
    ]
  })
  const [row] = await reader.rows<{ counts: readonly (string | number)[] }>(
    scope.product,
    sql`SELECT [${joinSql(columns, ', ')}] AS counts FROM events
WHERE ${rowsIn(scope.product, kept)} AND kind != 'engagement'`,
  )
  return (row?.counts ?? []).map(toNumber)
}

/** Holds for the events with any properties. */
function conditionOf(sought: SoughtEvents, { goals }: ReportScope, visitRows: Sql): Sql {
  switch (sought.kind) {
    case 'page':
      return sql`kind = 'pageview' AND ${matchesGlob(sql`path`, sought.pattern)}`
    case 'event':
      return sql`name = ${text(sought.name)}`
    case 'goal':
      return reachesGoal(
        goals.filter(({ name }) => name === sought.name),
        visitRows,
      )
    case 'hostname':
      return anyOf(sought.patterns.map((pattern) => matchesGlob(sql`hostname`, pattern, false)))
    case 'other_hostname':
      return sql`NOT ${anyOf(sought.patterns.map((pattern) => matchesGlob(sql`hostname`, pattern, false)))}`
    case 'referrer':
      return anyOf(REFERRERS.map((referrer) => matchesGlob(referrer, sought.pattern.replace(/^www\./i, ''), false)))
    case 'country':
      return sql`country = ${text(sought.code)}`
    case 'any':
      return sql`1`
  }
}

/** A referrer is kept as its host without `www.` and its path; a pattern is of the host, or of both. */
const REFERRERS: readonly Sql[] = [sql`splitByChar('/', referrer)[1]`, sql`referrer`]

async function nearOf(
  reader: Reader,
  scope: ReportScope,
  sought: SoughtEvents,
  seenWithAnyProperties: boolean,
): Promise<readonly string[]> {
  const properties = seenWithAnyProperties ? propertiesIn(sought) : []
  if (properties.length > 0) return nearProperty(reader, scope, properties)
  const named = namedIn(sought)
  return named === undefined ? [] : nearCollected(reader, scope, ...named)
}

/** Values similar to the first that was never collected; if there is none, the name of its property may be mistyped. */
async function nearProperty(reader: Reader, scope: ReportScope, properties: readonly PropertyMatch[]) {
  for (const { name, value } of properties) {
    const near = await nearCollected(reader, scope, `property:${name}`, value)
    if (near.includes(value)) continue
    return near.length > 0 ? near : (await nearProperties(reader, scope, name)).filter((other) => other !== name)
  }
  return []
}

function propertiesIn(sought: SoughtEvents): readonly PropertyMatch[] {
  return 'properties' in sought ? (sought.properties ?? []) : []
}

function namedIn(sought: SoughtEvents): readonly [Dimension, string] | undefined {
  switch (sought.kind) {
    case 'page':
      return ['page', sought.pattern]
    case 'event':
      return ['event', sought.name]
    case 'hostname':
      return sought.patterns[0] === undefined ? undefined : ['hostname', sought.patterns[0]]
    case 'referrer':
      return ['source', sought.pattern]
    case 'other_hostname':
    case 'goal':
    case 'country':
    case 'any':
      return undefined
  }
}
