import type { Dimension, Filter } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { conditionsIn, isAsserted, isDenied } from './predicate.ts'
import type { World } from './world.ts'

/** The values of a row of the answer, one for each dimension, as text that is equal for equal values. */
export type Key = string
export const keyOf = (values: readonly string[]): Key => JSON.stringify(values)
export const valuesOfKey = (key: Key): readonly string[] => JSON.parse(key)
/** The key where nothing is broken down. */
export const WHOLE: Key = keyOf([])

/** A city is one row for each region and country that it lies in. */
export function groupedBy(dimensions: readonly Dimension[]): readonly Dimension[] {
  return dimensions.includes('city') ? [...new Set<Dimension>([...dimensions, 'region', 'country'])] : dimensions
}

/** Every combination of one value of each list. */
export function combinations(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (sofar, values) => sofar.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  )
}

/** The values under which a row is shown. By goal these are the goals that the conditions on goals choose. */
export function shownValues(world: World, filters: readonly Filter[]) {
  const chosen = world.goals
    .map(({ name }) => name)
    .filter((name) =>
      filters
        .filter((filter) => !('any' in filter))
        .flatMap(conditionsIn)
        .filter(({ dimension, scope = 'event' }) => dimension === 'goal' && scope === 'event')
        .every((condition) => isAsserted(name, condition) !== isDenied(condition)),
    )
  return (row: EventRow, dimension: Dimension): readonly string[] => {
    const values = world.valuesOf(row, dimension)
    return dimension === 'goal' ? values.filter((name) => chosen.includes(name)) : values
  }
}

/** Groups of items, each of which belongs to every key that it has. */
export function grouped<Item>(items: readonly Item[], keys: (item: Item) => Iterable<Key>): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    for (const key of new Set(keys(item))) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  }
  return groups
}
