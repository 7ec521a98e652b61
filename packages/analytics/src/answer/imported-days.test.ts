import { type Dimension, daysBetween, type Filter, type Metric, type StatsQuery } from '@footfall/core-domain'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  dayAfter,
  IMPORTED_BY,
  IMPORTED_FROM,
  type ImportedOracle,
  LAST_DAY,
  openImportedOracle,
} from '../test-support/imported-oracle.ts'
import { runs } from '../test-support/questions.ts'

const engine = testEngine()
let oracle: ImportedOracle
beforeAll(async () => {
  oracle = await openImportedOracle(engine)
})

const METRICS: readonly Metric[] = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounce_rate',
  'visit_duration',
  'views_per_visit',
]
const DAYS = daysBetween(IMPORTED_FROM, LAST_DAY)

/** Questions about one dimension at most, some of them with one value of it. */
const questions: fc.Arbitrary<StatsQuery> = fc
  .record({
    metrics: fc.uniqueArray(fc.constantFrom(...METRICS), { minLength: 1, maxLength: 4 }),
    dates: fc.tuple(fc.integer({ min: 0, max: DAYS }), fc.integer({ min: 0, max: DAYS })),
    interval: fc.constantFrom(undefined, 'day' as const, 'week' as const, 'month' as const),
    by: fc.option(fc.constantFrom(...IMPORTED_BY), { nil: undefined }),
    filter: fc.constantFrom<readonly Filter[]>(
      [],
      [{ dimension: 'page', operator: 'is', values: ['/pricing'] }],
      [{ dimension: 'country', operator: 'is', values: ['DE'] }],
      [{ dimension: 'source', operator: 'is', values: ['Google'] }],
    ),
    isCompared: fc.boolean(),
  })
  .map(({ metrics, dates: [a, b], interval, by, filter, isCompared }) => {
    const isOfPage =
      by === 'page' || (by === undefined && filter.some((one) => 'dimension' in one && one.dimension === 'page'))
    const isAbout = (dimension: Dimension) => filter.every((one) => 'dimension' in one && one.dimension === dimension)
    return {
      // The pageviews of a page are not those of the visits that saw it.
      metrics: isOfPage
        ? metrics
            .map((metric) => (metric === 'views_per_visit' ? 'visits' : metric))
            .filter((metric, i, all) => all.indexOf(metric) === i)
        : metrics,
      ...{ interval, limit: 200, offset: 0 },
      from: dayAfter(IMPORTED_FROM, Math.min(a, b)),
      to: dayAfter(IMPORTED_FROM, Math.max(a, b)),
      dimensions: by === undefined ? [] : [by],
      filters: by === undefined || isAbout(by) ? filter : [],
      ...(isCompared ? { compare: { period: 'previous_period' as const, matchWeekday: false } } : {}),
    }
  })

it('answers queries from imported days as if their events had been collected', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async (query) => {
      const { collected, imported } = await oracle.both(query)
      expect(imported).toEqual(collected)
    }),
    runs(60),
  )
})
