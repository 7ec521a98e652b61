import { isDeepStrictEqual } from 'node:util'
import { openTestEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { dayQuestions } from './day-questions.ts'
import { openDaysOracle } from './days-oracle.ts'

/**
 * Asks many questions twice, of rows and of closed days, and prints the shortest of those that are answered otherwise.
 * Arguments: how many (5,000), and the seed.
 */

const [count = '5000', seed = '1'] = process.argv.slice(2)
const SHOWN_MAX = 5

const engine = await openTestEngine()
const oracle = await openDaysOracle(engine)
const failures: string[] = []
let used = 0
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
await engine.close()

const shown = failures.toSorted((a, b) => a.length - b.length).slice(0, SHOWN_MAX)
const summary = `${Number(count) - failures.length} of ${count} questions have one answer, ${used} made of closed days (seed ${seed})`
process.stdout.write(`${[...shown, summary].join('\n')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
