import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHANGES, openChangingDays } from '../test-support/changing-days.ts'
import { heldQuestions } from '../test-support/day-questions.ts'
import { runs } from '../test-support/questions.ts'

const engine = testEngine()

it('answers from numbers that are held equal those from rows, whatever happens to the days in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ minLength: 4, maxLength: 8 }),
      fc.shuffledSubarray([...CHANGES, ...CHANGES], { minLength: 8 }),
      fc.nat(),
      async (seed, changes, questionSeed) => {
        const days = await openChangingDays(engine, seed)
        const questions = fc.sample(heldQuestions(days), { numRuns: 3 * changes.length + 3, seed: questionSeed })
        const ask = async () => {
          for (const { asking, query, threshold } of questions.splice(0, 3)) {
            const { held, fromRows } = await days.both(asking, query, threshold)
            expect(held, JSON.stringify({ asking, query, threshold })).toEqual(fromRows)
          }
        }
        await ask()
        for (const change of changes) {
          await days.change(change)
          await ask()
        }
      },
    ),
    runs(2, 200_000),
  )
})
