import { addDays, type Dimension, LocalDate } from '@footfall/core-domain'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { DAY_LISTS } from '../days/day-lists.ts'
import { type DaysOracle, openDaysOracle } from '../test-support/days-oracle.ts'
import { comparedQuestions, questions, runs } from '../test-support/questions.ts'

const engine = testEngine()
let oracle: DaysOracle
beforeAll(async () => {
  oracle = await openDaysOracle(engine)
})

const BY: readonly Dimension[] = [
  ...DAY_LISTS.flatMap(({ dimensions }) => (dimensions.length === 1 ? dimensions : [])),
  'goal',
  'next_page',
  'hour_of_day',
  'property:plan',
]
/** Of few values, so that closed days keep them. */
const PANELS: readonly Dimension[] = ['channel', 'device', 'browser', 'os']
const UTC = { timezone: 'UTC', weekStart: 'monday' } as const

it('breakdowns of one request have the same answers as separate requests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(undefined, ...oracle.zones),
      fc.constantFrom(...oracle.zones, 'Europe/Berlin'),
      fc.oneof(questions(oracle.source), comparedQuestions(oracle.source)),
      fc.uniqueArray(fc.constantFrom(...BY), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (closedIn, timezone, { from, to, compare }, dimensions, limit) => {
        const query = { from, to, compare, metrics: ['visitors' as const], filters: [], limit, offset: 0 }
        const asked = await oracle.breakdowns(closedIn, { timezone, weekStart: 'monday' }, query, dimensions)
        expect(asked.together).toEqual(asked.oneByOne)
      },
    ),
    runs(15),
  )
})

it.each([['with', 'UTC'] as const, ['without', undefined] as const])(
  'breakdowns by dimensions of few values read their rows in one statement, %s closed days',
  async (_, closedIn) => {
    const { firstDay, days } = oracle.source
    const half = {
      from: addDays(LocalDate.parse(firstDay), days / 2),
      to: addDays(LocalDate.parse(firstDay), days - 1),
    }
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const query = { ...half, compare, metrics: ['visitors' as const], filters: [], limit: 9, offset: 0 }
    const { together, oneByOne, statements } = await oracle.breakdowns(closedIn, UTC, query, PANELS)
    expect(together).toEqual(oneByOne)
    expect(statements.oneByOne - statements.together).toBe(PANELS.length - 1)
  },
)
