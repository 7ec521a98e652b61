import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { dayQuestions } from '../test-support/day-questions.ts'
import { type DaysOracle, openDaysOracle } from '../test-support/days-oracle.ts'
import { runs } from '../test-support/questions.ts'

const engine = testEngine()
let oracle: DaysOracle
beforeAll(async () => {
  oracle = await openDaysOracle(engine)
})

it('answers from closed days equal those from rows', async () => {
  let [asked, used] = [0, 0]
  await fc.assert(
    fc.asyncProperty(dayQuestions(oracle), async ({ closedIn, asking, query, threshold }) => {
      const { fromRows, fromDays, usedDays } = await oracle.both(closedIn, asking, query, threshold)
      expect(fromDays).toEqual(fromRows)
      asked++
      if (usedDays) used++
    }),
    runs(40),
  )
  // Most metrics of a question are kept; those of web vitals and script errors are not.
  expect(used).toBeGreaterThan(asked / 10)
})
