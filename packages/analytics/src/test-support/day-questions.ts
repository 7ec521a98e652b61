import {
  type Dimension,
  type FilterCondition,
  METRICS,
  type Metric,
  type StatsQuery,
  Traffic,
} from '@footfall/core-domain'
import fc from 'fast-check'
import { DAY_LISTS } from '../days/day-lists.ts'
import { askedMetric } from '../question/asked-metric.ts'
import type { DaysOracle } from './days-oracle.ts'
import {
  type Asking,
  comparedQuestions,
  conditionsOn,
  INTERVALS,
  metricsThatAllow,
  questions,
  seenValues,
} from './questions.ts'

/** Questions that closed days may answer, and some that they may not. */

export interface DayQuestion {
  readonly closedIn: string
  readonly asking: Asking
  readonly query: StatsQuery
  readonly threshold: number
}

type Asked = Pick<DaysOracle, 'source' | 'zones'>

export function dayQuestions(oracle: Asked): fc.Arbitrary<DayQuestion> {
  const { source, zones } = oracle
  const base = fc.oneof(questions(source), comparedQuestions(source))
  return fc
    .record({
      closedIn: fc.constantFrom(...zones),
      // Mostly the zone in which days were closed.
      zone: fc.option(fc.constantFrom(...zones, 'Europe/Berlin'), { nil: undefined, freq: 1 }),
      weekStart: fc.constantFrom('monday' as const, 'sunday' as const),
      query: base,
      listed: listed(oracle),
      interval: fc.option(fc.constantFrom(...INTERVALS), { nil: undefined, freq: 3 }),
      threshold: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(3) }),
      isSingle: fc.boolean(),
      traffic: fc.option(fc.constantFrom(...Traffic.options), { nil: undefined }),
    })
    .map(
      ({
        closedIn,
        zone = closedIn,
        weekStart,
        query,
        listed: { dimensions, filters, metrics },
        interval,
        threshold,
        isSingle,
        traffic,
      }) => ({
        closedIn,
        asking: { timezone: zone, weekStart, traffic },
        query: withOrder({
          ...query,
          metrics: isSingle ? metrics.slice(0, 1) : metrics,
          dimensions,
          filters,
          interval,
        }),
        threshold,
      }),
    )
}

/** Questions that numbers may answer which the process holds: of kept metrics, without filters. */
export function heldQuestions(asked: Asked): fc.Arbitrary<DayQuestion> {
  const { source } = asked
  return fc
    .record({
      question: dayQuestions(asked),
      list: fc.oneof(fc.constant(NO_LIST), fc.constantFrom(...DAY_LISTS)),
      turned: fc.boolean(),
      minVisitors: fc.constantFrom(0, 0, 2),
    })
    .chain(({ question, list, turned, minVisitors }) => {
      const dimensions: readonly Dimension[] = turned ? list.dimensions.toReversed() : list.dimensions
      const allowed = KEPT_METRICS.filter((metric) =>
        dimensions.every((dimension) => metricsThatAllow(source.catalog, dimension).includes(metric)),
      )
      return fc.uniqueArray(fc.constantFrom(...allowed), { minLength: 1, maxLength: 3 }).map((metrics) => ({
        ...question,
        query: withOrder({ ...question.query, metrics, dimensions, filters: [], minVisitors }),
      }))
    })
}

const KEPT_METRICS = METRICS.filter((metric) => askedMetric(metric).definition.rollup !== undefined)
const NO_LIST = { dimensions: [] } as const

/** An order that the metrics of the question know. */
function withOrder(query: StatsQuery): StatsQuery {
  const { order } = query
  if (order?.by !== 'metric' || query.metrics.includes(order.metric)) return query
  return { ...query, order: undefined }
}

/** Dimensions of one list, split into those of rows and those of conditions, with metrics that they allow. */
function listed({ source }: Asked) {
  return fc
    .record({
      list: fc.constantFrom(...DAY_LISTS),
      asRows: fc.integer({ min: 0, max: 3 }),
      turned: fc.boolean(),
      alsoFiltered: fc.boolean(),
    })
    .chain(({ list, asRows, turned, alsoFiltered }) => {
      const order: readonly Dimension[] = turned ? list.dimensions.toReversed() : list.dimensions
      const dimensions = order.slice(0, asRows)
      const others = order.slice(asRows)
      const allowed = METRICS.filter((metric) =>
        order.every((dimension) => metricsThatAllow(source.catalog, dimension).includes(metric)),
      )
      return fc.record({
        dimensions: fc.constant(dimensions),
        filters: fc.tuple(
          ...others.map((dimension) => isOne(dimension)),
          ...(alsoFiltered ? dimensions.slice(0, 1).map((dimension) => conditionsOn(source, dimension)) : []),
        ),
        metrics: fc.uniqueArray(fc.constantFrom<Metric>(...allowed), { minLength: 1, maxLength: 4 }),
      })
    })

  function isOne(dimension: Dimension): fc.Arbitrary<FilterCondition> {
    return fc
      .constantFrom(...seenValues(source.world, dimension))
      .map((value) => ({ dimension, operator: 'is', values: [value] }))
  }
}
