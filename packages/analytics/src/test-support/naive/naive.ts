import type { Dimension, Metric } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { conversionsOf } from './conversion-values.ts'
import { combinations, grouped, groupedBy, type Key, keyOf, shownValues, valuesOfKey, WHOLE } from './group.ts'
import { instantOf, intervalName } from './local-time.ts'
import { type ConversionOracle, type EventOracle, METRIC_ORACLES, type VisitOracle } from './metric-oracles.ts'
import { passes } from './predicate.ts'
import type { RangeQuestion } from './question.ts'
import { chosenVisits, keysOfVisits } from './visit-values.ts'
import { hasVisitor, type World } from './world.ts'

/** Statistics over rows in plain TypeScript, by the definitions of docs/statistics.md and with nothing of the compiler. */

export interface NaiveAnswer {
  /** Null where there is nothing to count or to divide by; so are the others. */
  readonly value: number | null
  /** By `intervalName`; intervals without anything are left out. */
  readonly series: ReadonlyMap<string, number | null>
  /** By the values of the dimensions; rows without anything are left out. */
  readonly rows: ReadonlyMap<Key, number | null>
}

type Amounts = ReadonlyMap<Key, number | null>
/** What is counted, in groups of which the keys and the interval are known. */
interface Counting {
  amounts(dimensions: readonly Dimension[], only?: string): Amounts
}

export function naive(world: World, metric: Metric, question: RangeQuestion): NaiveAnswer {
  const counting = countingOf(world, metric, question)
  const series = new Map<string, number | null>()
  if (question.interval) {
    for (const name of new Set(question.inRange.map(nameOf(world, question)))) {
      const value = counting.amounts([], name).get(WHOLE)
      if (value !== undefined) series.set(name, value)
    }
  }
  return {
    value: counting.amounts([]).get(WHOLE) ?? null,
    series,
    rows: question.dimensions.length === 0 ? new Map() : counting.amounts(groupedBy(question.dimensions)),
  }
}

function nameOf({ timezone }: World, { weekStart, interval }: RangeQuestion) {
  return (row: EventRow) => (interval ? intervalName(timezone, weekStart, interval, instantOf(row)) : '')
}

function countingOf(world: World, metric: Metric, question: RangeQuestion): Counting {
  const oracle = METRIC_ORACLES[metric]
  switch (oracle.of) {
    case 'events':
      return countingEvents(world, oracle, question)
    case 'visits':
      return countingVisits(world, oracle, question)
    case 'conversions':
    case 'payments':
      return countingConversions(world, oracle, question)
  }
}

/** How many visitors a rate is of: of the whole, and of each row that a rate has. */
export function naiveDivisor(world: World, question: RangeQuestion): Pick<NaiveAnswer, 'value' | 'rows'> {
  const { dimensions } = question
  const { keys, could } = conversionsOf(world, question.filters, question)
  const named = groupedBy(dimensions)
  // Every goal is compared with the same visitors.
  const compared = named.filter((dimension) => dimension !== 'goal')
  const visitors = grouped(could.filter(hasVisitor), (row) => keys(row, compared))
  const shown = new Set([...could.flatMap((row) => keys(row, named)), ...(dimensions.length === 0 ? [WHOLE] : [])])
  const of = (key: Key) => visitors.get(keyOf(valuesOfKey(key).filter((_, i) => named[i] !== 'goal')))
  const counted = [...shown].map((key) => [key, new Set((of(key) ?? []).map((row) => row.visitor)).size] as const)
  return { value: new Set(could.filter(hasVisitor).map((row) => row.visitor)).size, rows: new Map(counted) }
}

function countingEvents(world: World, oracle: EventOracle, question: RangeQuestion): Counting {
  const { inRange } = question
  const rows = inRange.filter(passes(world, question.filters, inRange)).filter((row) => oracle.isAbout(row))
  const values = shownValues(world, question.filters)
  const byName = Map.groupBy(rows, nameOf(world, question))
  return {
    amounts(dimensions, only) {
      const chosen = only === undefined ? rows : (byName.get(only) ?? [])
      const keys = (row: EventRow) => combinations(dimensions.map((dimension) => values(row, dimension))).map(keyOf)
      return amountsOf(grouped(chosen, keys), (group) => oracle.amount(group))
    },
  }
}

function countingVisits(world: World, oracle: VisitOracle, question: RangeQuestion): Counting {
  const visits = chosenVisits(world, question.filters, question)
  const name = nameOf(world, question)
  const byName = Map.groupBy(visits, ({ first }) => name(first))
  return {
    amounts(dimensions, only) {
      const chosen = only === undefined ? visits : (byName.get(only) ?? [])
      const keys = keysOfVisits(world, question.filters, dimensions)
      return amountsOf(grouped(chosen, keys), (group) => oracle.amount(group.map(({ visit }) => visit)))
    },
  }
}

function countingConversions(world: World, oracle: ConversionOracle, question: RangeQuestion): Counting {
  const { keys, ...of } = conversionsOf(world, question.filters, question)
  const counted = oracle.of === 'payments' ? of.paid : of.did
  const all = [of.could, counted] as const
  const name = nameOf(world, question)
  const [everyone, converting] = [Map.groupBy(of.could, name), Map.groupBy(counted, name)]
  const people = (rows: readonly EventRow[] | undefined) =>
    new Set((rows ?? []).filter(hasVisitor).map((row) => row.visitor)).size
  return {
    amounts(dimensions, only) {
      const [could, did] = only === undefined ? all : [everyone.get(only) ?? [], converting.get(only) ?? []]
      const converted = grouped(did, (row) => keys(row, dimensions))
      if (!oracle.isDivided) return amountsOf(converted, (group) => oracle.amount(group))
      // Every goal is compared with the same visitors.
      const compared = dimensions.filter((dimension) => dimension !== 'goal')
      const visitors = grouped(could.filter(hasVisitor), (row) => keys(row, compared))
      const shown = compared.length === dimensions.length ? visitors : converted
      const rates = new Map<Key, number | null>()
      for (const key of shown.keys()) {
        const withoutGoal = valuesOfKey(key).filter((_, i) => dimensions[i] !== 'goal')
        const others = people(visitors.get(keyOf(withoutGoal)))
        const part = oracle.amount(converted.get(key) ?? [])
        rates.set(key, others === 0 ? null : part / others)
      }
      return rates
    },
  }
}

function amountsOf<Item>(groups: ReadonlyMap<Key, Item[]>, amount: (group: Item[]) => number | null): Amounts {
  return new Map([...groups].map(([key, group]) => [key, amount(group)]))
}
