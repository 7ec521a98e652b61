import {
  type Dimension,
  type Filter,
  type FilterCondition,
  METRICS,
  type Metric,
  type StatsQuery,
} from '@footfall/core-domain'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { catalogName, isNumber } from '../definitions/dimensions.ts'
import { type Oracle, openOracle } from '../test-support/oracle.ts'
import {
  type Asking,
  askings,
  comparedQuestions,
  concrete,
  conditionsOn,
  dimensionNames,
  filterLists,
  questions,
  ranges,
  runs,
} from '../test-support/questions.ts'

/** What must hold between answers, whatever the definitions are. */

const engine = testEngine()
let oracle: Oracle
beforeAll(async () => {
  oracle = await openOracle(engine)
})

const COUNTS = ['visitors', 'visits', 'pageviews', 'events', 'conversions'] as const
const COUNTS_OF_EVENTS = ['pageviews', 'events', 'revenue', 'conversions'] as const

/** Where nothing was found, there is a state instead of the number. */
async function numberOf(asking: Asking, query: StatsQuery): Promise<number> {
  const { metrics } = await oracle.ask(asking, query)
  return metrics[0]?.value ?? 0
}

function queryOf(metric: Metric, range: Pick<StatsQuery, 'from' | 'to'>, filters: readonly Filter[]): StatsQuery {
  return { metrics: [metric], dimensions: [], filters, limit: 200, offset: 0, ...range }
}

/** Conversions and revenue by page are those of visits that saw the page, so an event counts in several rows. */
const isOfVisits = (metric: Metric, dimension: Dimension) =>
  (metric === 'conversions' || metric === 'revenue') && ['page', 'hostname', 'title'].includes(dimension)

const dimensions = fc.constantFrom(...dimensionNames()).chain(concrete)

const additive = fc
  .tuple(fc.constantFrom(...METRICS), dimensions)
  .filter(([metric, dimension]) => isAdditiveByCatalog(metric, dimension))

it('the rows of a metric add up to the total by every dimension for which the catalog calls it additive', async () => {
  const { source } = oracle
  await fc.assert(
    fc.asyncProperty(
      additive,
      ranges(source),
      filterLists(source),
      askings,
      async ([metric, dimension], range, filters, asking) => {
        const query = queryOf(metric, range, filters)
        const { rows = [], metrics } = await oracle.ask(asking, { ...query, dimensions: [dimension] })
        const sum = rows.reduce((before, { values }) => before + (values[0]?.value ?? 0), 0)
        expect(sum).toBeCloseTo(metrics[0]?.value ?? 0, 6)
      },
    ),
    runs(80),
  )
})

it.each([
  ['visits', 'country', true],
  ['visits', 'exit_page', true],
  ['visits', 'weekday', true],
  ['visits', 'page', false],
  ['pageviews', 'page', true],
  ['events', 'property:plan', true],
  ['conversions', 'event', true],
  ['conversions', 'title', false],
  ['revenue', 'country', true],
  ['revenue', 'page', false],
  ['events', 'goal', false],
  ['visitors', 'country', false],
  ['bounce_rate', 'country', false],
] as const)('the catalog shows for %s by %s whether the rows add up: %s', (metric, dimension, adds) => {
  expect(isAdditiveByCatalog(metric, dimension)).toBe(adds)
})

it('counts with is and with is_not add up to all: of events by event, of visits by visit and of visitors by visitor', async () => {
  const { source } = oracle
  const cases = fc
    .tuple(
      fc.constantFrom(
        ...COUNTS_OF_EVENTS.map((metric) => ({ metric, scope: 'event' }) as const),
        { metric: 'visits', scope: 'visit' } as const,
        { metric: 'visitors', scope: 'visitor' } as const,
      ),
      // By a property that no event carries there are no numbers.
      dimensions
        .filter((dimension) => dimension !== 'property:nobody' && !isNumber(dimension))
        .chain((dimension) => conditionsOn(source, dimension)),
    )
    .filter(([{ metric, scope }, { dimension }]) => scope !== 'event' || !isOfVisits(metric, dimension))
  await fc.assert(
    fc.asyncProperty(
      cases,
      ranges(source),
      filterLists(source),
      askings,
      async ([{ metric, scope }, condition], range, others, asking) => {
        const [asserted, denied] = operatorsOf(condition)
        const count = (more: readonly Filter[]) =>
          numberOf(ofStatedClass(asking), queryOf(metric, range, [...others, ...more]))
        const all = await count([])
        const one = await count([{ ...condition, scope, operator: asserted }])
        const other = await count([{ ...condition, scope, operator: denied }])
        expect(one + other).toBeCloseTo(all, 6)
      },
    ),
    runs(40),
  )
})

it('another filter never increases a count', async () => {
  const { source } = oracle
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...COUNTS),
      ranges(source),
      filterLists(source),
      filterLists(source),
      askings,
      async (metric, range, filters, more, asking) => {
        const count = (asked: readonly Filter[]) => numberOf(ofStatedClass(asking), queryOf(metric, range, asked))
        expect(await count([...filters, ...more])).toBeLessThanOrEqual(await count(filters))
      },
    ),
    runs(40),
  )
})

it('pages of rows are parts of one long page', async () => {
  const { source } = oracle
  await fc.assert(
    fc.asyncProperty(
      questions(source),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 6 }),
      askings,
      async (query, limit, offset, asking) => {
        const whole = await oracle.ask(asking, query)
        const page = await oracle.ask(asking, { ...query, limit, offset })
        expect(page.rows).toEqual(whole.rows?.slice(offset, offset + limit))
      },
    ),
    runs(30),
  )
})

it('an available zero means that each filter value was collected, and that a counted event could match', async () => {
  const { source } = oracle
  await fc.assert(
    fc.asyncProperty(questions(source), askings, async (query, asking) => {
      expect(await oracle.unexplainedZeros(asking, { ...query, dimensions: [], order: undefined })).toEqual([])
    }),
    runs(40),
  )
})

it('several metrics in one query have the values that separate queries return', async () => {
  const { source } = oracle
  await fc.assert(
    fc.asyncProperty(comparedQuestions(source), askings, async (query, asking) => {
      const together = await oracle.ask(asking, query)
      for (const [i, metric] of query.metrics.entries()) {
        const single = await oracle.ask(asking, { ...query, metrics: [metric], order: undefined })
        expect(together.metrics[i]).toEqual(single.metrics[0])
        const of = ({ series }: typeof single, at: number) =>
          series?.map(({ start, complete, values, previous }) => ({
            ...{ start, complete, value: values[at], previous: previous?.[at] },
          }))
        expect(of(together, i)).toEqual(of(single, 0))
      }
    }),
    runs(30),
  )
})

/** A question that leaves the class open is about people, and with a condition on the class about all visits. */
function ofStatedClass(asking: Asking): Asking {
  return { ...asking, traffic: asking.traffic ?? 'all' }
}

function isAdditiveByCatalog(metric: Metric, dimension: Dimension): boolean {
  const entry = oracle.source.catalog.metrics.find(({ name }) => name === metric)
  return entry?.additive.includes(catalogName(dimension)) ?? false
}

function operatorsOf({
  operator,
}: FilterCondition): readonly [FilterCondition['operator'], FilterCondition['operator']] {
  return operator === 'is' || operator === 'is_not' ? ['is', 'is_not'] : ['contains', 'not_contains']
}
