import { isDeepStrictEqual } from 'node:util'
import { openTestEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { CHANGES, type Change, type ChangingDays, openChangingDays } from './changing-days.ts'
import { type DayQuestion, dayQuestions, heldQuestions } from './day-questions.ts'
import { openDaysOracle } from './days-oracle.ts'

/**
 * Asks many questions twice, of rows and of closed days, and prints the shortest of those that are answered otherwise. One of five is asked
 * of days that change in between. Arguments: how many (5,000), and the seed.
 */

const [count = '5000', seed = '1'] = process.argv.slice(2)
const SHOWN_MAX = 5
const [CHANGES_PER_PRODUCT, QUESTIONS_PER_CHANGE] = [20, 5]

const engine = await openTestEngine()
const oracle = await openDaysOracle(engine)
const failures: string[] = []
let [used, changing] = [0, 0]
for (const asked of fc.sample(dayQuestions(oracle), { numRuns: Number(count), seed: Number(seed) })) {
  const { closedIn, asking, query, threshold } = asked
  const said = await oracle.both(closedIn, asking, query, threshold).then(
    ({ fromRows, fromDays, usedDays }) => {
      if (usedDays) used++
      return isDeepStrictEqual(fromRows, fromDays)
        ? undefined
        : `${JSON.stringify(asked)}\n  rows ${JSON.stringify(fromRows)}\n  days ${JSON.stringify(fromDays)}`
    },
    (error: unknown) => `${JSON.stringify(asked)}\n  ${error}`,
  )
  if (said !== undefined) failures.push(said)
}
await askChangingDays(Math.floor(Number(count) / QUESTIONS_PER_CHANGE / 5))
await engine.close()

/** Asks after each of some changes to the days of a product; after a number of them another product begins. */
async function askChangingDays(changes: number): Promise<void> {
  for (let begun = 0; begun < changes; begun += CHANGES_PER_PRODUCT) {
    const days = await openChangingDays(engine, `${seed} ${begun}`)
    const numRuns = CHANGES_PER_PRODUCT
    const each = fc.tuple(
      fc.constantFrom(...CHANGES),
      fc.array(heldQuestions(days), { minLength: QUESTIONS_PER_CHANGE, maxLength: QUESTIONS_PER_CHANGE }),
    )
    const happened: Change[] = []
    for (const [change, questions] of fc.sample(each, { numRuns, seed: Number(seed) + begun })) {
      await days.change(change)
      happened.push(change)
      for (const asked of questions) await compareChanging(days, happened, asked)
    }
  }
}

async function compareChanging(days: ChangingDays, happened: readonly Change[], asked: DayQuestion): Promise<void> {
  const { held, fromRows } = await days.both(asked.asking, asked.query, asked.threshold)
  changing++
  if (isDeepStrictEqual(held, fromRows)) return
  failures.push(
    `${JSON.stringify({ happened, ...asked })}\n  rows ${JSON.stringify(fromRows)}\n  held ${JSON.stringify(held)}`,
  )
}

const shown = failures.toSorted((a, b) => a.length - b.length).slice(0, SHOWN_MAX)
const all = Number(count) + changing
const summary = `${all - failures.length} of ${all} questions have one answer, ${used} made of closed days, ${changing} of days that change (seed ${seed})`
process.stdout.write(`${[...shown, summary].join('\n')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
