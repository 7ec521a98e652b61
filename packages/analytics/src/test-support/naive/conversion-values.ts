import type { Dimension, Filter, FilterCondition } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { combinations, type Key, keyOf, shownValues } from './group.ts'
import { conditionsIn, holds, type Predicate, passes } from './predicate.ts'
import type { RangeQuestion } from './question.ts'
import { isEvent, type World } from './world.ts'

/** What conversions and payments are: a page, a hostname and a title mean visits that saw them. */
export interface Conversions {
  /** Events in the period of those who could have converted. */
  readonly could: readonly EventRow[]
  /** Those of them that are conversions. */
  readonly did: readonly EventRow[]
  /** Those of them with an amount in the product's currency, whether or not they reach a goal. */
  readonly paid: readonly EventRow[]
  /** The rows in which such an event is shown, by the dimensions given. */
  keys(row: EventRow, dimensions: readonly Dimension[]): readonly Key[]
}

export function conversionsOf(world: World, filters: readonly Filter[], { inRange }: RangeQuestion): Conversions {
  const together = filters.filter((filter) => conditionsIn(filter).every(isSeen))
  const others = filters.filter((filter) => !together.includes(filter))
  const choosing = others.filter((filter) => conditionsIn(filter).some(isOfConversion))
  const seen = passes(world, together, inRange)
  const saw = (row: EventRow) => eventsOfVisit(world, row).filter(seen)

  const entry = (filter: Filter): Predicate => {
    const alternatives = conditionsIn(filter).map((condition) => {
      const hold = holds(world, condition, inRange)
      return isSeen(condition) ? (row: EventRow) => eventsOfVisit(world, row).some(hold) : hold
    })
    return (row) => alternatives.some((alternative) => alternative(row))
  }
  const all = (chosen: readonly Filter[]): Predicate => {
    const entries = chosen.map(entry)
    return (row) => entries.every((hold) => hold(row))
  }
  const could = inRange
    .filter((row) => isEvent(row) && (together.length === 0 || saw(row).length > 0))
    .filter(all(others.filter((filter) => !choosing.includes(filter))))
  const chosen = could.filter(all(choosing))
  const did = chosen.filter((row) => world.valuesOf(row, 'goal').length > 0)
  const paid = chosen.filter((row) => row.currency === world.currency)

  const values = shownValues(world, filters)
  return {
    could,
    did,
    paid,
    keys(row, dimensions) {
      if (!dimensions.some(isPageOf)) return combinations(dimensions.map((name) => values(row, name))).map(keyOf)
      return saw(row).flatMap((page) =>
        combinations(dimensions.map((name) => values(isPageOf(name) ? page : row, name))).map(keyOf),
      )
    },
  }
}

const eventsOfVisit = (world: World, row: EventRow) => (world.visitOf(row)?.rows ?? []).filter(isEvent)
const isPageOf = (dimension: Dimension) => ['page', 'hostname', 'title'].includes(dimension)
const isOfEvents = ({ scope = 'event' }: FilterCondition) => scope === 'event'
const isSeen = (condition: FilterCondition) => isOfEvents(condition) && isPageOf(condition.dimension)

/** Whether a condition chooses the conversions rather than those who could have converted. */
function isOfConversion(condition: FilterCondition): boolean {
  const { dimension } = condition
  return isOfEvents(condition) && (['goal', 'event'].includes(dimension) || dimension.startsWith('property:'))
}
