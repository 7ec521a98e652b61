import type { Dimension, FilterCondition, Metric, StatsQuery } from '@footfall/core-domain'
import type { Answered } from './answered.ts'
import { isAsserted, isDenied, passes } from './predicate.ts'
import { isEvent, type World } from './world.ts'

/** The zeros of an answer that say nothing, each with the reason. */
export function unexplainedZeros(world: World, query: StatsQuery, { metrics }: Answered): readonly string[] {
  return metrics.flatMap(({ metric, state, value }) => {
    const reason = state === 'available' && value === 0 ? unexplained(world, query, metric) : undefined
    return reason === undefined ? [] : [`${metric} is 0 and available, but ${reason}`]
  })
}

/**
 * Why a zero does not mean that nothing happened: what a condition asks for was never collected, or its event can never be one that counts.
 * Undefined where the zero is true.
 */
function unexplained(world: World, { filters }: StatsQuery, metric: Metric): string | undefined {
  const events = world.rows.filter(isEvent)
  const single = filters.filter((filter): filter is FilterCondition => !('any' in filter))
  for (const condition of single) {
    const { dimension } = condition
    const property = /^property:(?<name>.+)$/su.exec(dimension)?.groups?.name
    if (property !== undefined && !events.some((row) => Object.hasOwn(row.props, property)))
      return `no event carries ${dimension}`
    const isSeen = events.some((row) => world.valuesOf(row, dimension).some((value) => isAsserted(value, condition)))
    if (!isDenied(condition) && !isClosed(condition) && !isSeen)
      return `no event has ${dimension} ${condition.operator} ${JSON.stringify(condition.values)}`
  }
  return excluded(world, single, metric)
}

/** A valid value of a closed vocabulary that never came is a true zero. */
function isClosed({ dimension, operator }: FilterCondition): boolean {
  // Any number can be reached.
  if (['visit_duration', 'visit_pageviews', 'visit_events'].includes(dimension)) return true
  const closed = ['channel', 'device', 'screen_size', 'country', 'weekday', 'hour_of_day', 'goal', 'bounced', 'traffic']
  return operator === 'is' && closed.includes(dimension)
}

/** Two names at once, or a kind of event that the metric does not count. */
function excluded(world: World, conditions: readonly FilterCondition[], metric: Metric): string | undefined {
  const events = world.rows.filter(isEvent)
  const ofEvents = conditions.filter(
    ({ dimension, scope = 'event', operator }) =>
      scope === 'event' && operator === 'is' && (dimension === 'event' || dimension === 'goal'),
  )
  const together = events.filter(passes(world, ofEvents, world.rows))
  if (together.length === 0 && ofEvents.length > 1) return 'no event passes all conditions on events'
  if (metric === 'pageviews' && ofEvents.length > 0 && together.every(({ kind }) => kind !== 'pageview'))
    return 'no event that passes is a pageview'
  return undefined
}

/** Whether a question is by a property that no event carries, or filters only by such properties. */
export function asksForNothing(world: World, { dimensions, filters }: StatsQuery): boolean {
  const isMissing = (dimension: Dimension) => {
    const property = /^property:(?<name>.+)$/su.exec(dimension)?.groups?.name
    return property !== undefined && !world.rows.some((row) => isEvent(row) && Object.hasOwn(row.props, property))
  }
  const conditions = filters.map((filter) => ('any' in filter ? filter.any : [filter]))
  return dimensions.some(isMissing) || conditions.some((any) => any.every(({ dimension }) => isMissing(dimension)))
}

/** The numbers that an answer shows although there can be none. */
export function shownOfNothing({ metrics, rows = [] }: Answered): readonly string[] {
  return [
    ...metrics.filter(({ value }) => value !== null).map(({ metric, value }) => `${metric} is ${value}, by nothing`),
    ...rows.map(({ keys }) => `there is a row ${JSON.stringify(keys)}, by nothing`),
  ]
}
