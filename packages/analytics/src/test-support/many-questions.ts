import { openTestEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { openOracle } from './oracle.ts'
import { askings, comparedQuestions, questions } from './questions.ts'

/**
 * Asks many questions, each compared with plain TypeScript over the same rows, and prints the shortest of each kind of
 * difference.
 * Arguments: how many (20,000), and the seed.
 */

const LINES_MAX = 5
const [count = '20000', seed = '1'] = process.argv.slice(2)

const engine = await openTestEngine()
const oracle = await openOracle(engine)
const { source } = oracle
const arbitrary = fc.tuple(
  fc.oneof({ weight: 4, arbitrary: questions(source) }, { weight: 1, arbitrary: comparedQuestions(source) }),
  askings,
)
const failures: { readonly question: string; readonly says: readonly string[] }[] = []
for (const [query, asking] of fc.sample(arbitrary, { numRuns: Number(count), seed: Number(seed) })) {
  const checks = [oracle.differences(asking, query), oracle.unexplainedZeros(asking, query)]
  const says = await Promise.all(checks).then(
    (found) => found.flat(),
    (error: unknown) => [messageOf(error)],
  )
  if (says.length > 0) failures.push({ question: JSON.stringify({ ...query, ...asking }), says })
}
await engine.close()

const kinds = Map.groupBy(failures, ({ says: [first = ''] }) => kindOf(first))
for (const [kind, found] of kinds) {
  const [{ question, says } = { question: '', says: [] }] = found.toSorted(
    (a, b) => a.question.length - b.question.length,
  )
  print([`${found.length} × ${kind}`, question, ...says.slice(0, LINES_MAX).map((line) => `  ${line}`), ''])
}
print([`${Number(count) - failures.length} of ${count} questions agree (seed ${seed})`])
process.exitCode = failures.length === 0 ? 0 : 1

/** What is said, without what it is said of. */
function kindOf(line: string): string {
  return line.replace(/, but no event has .*|\[.*?\]|[\d.T:-]+/gu, ' … ')
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** A rejection names its fields. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.message} ${JSON.stringify('errors' in error ? error.errors : '')}`
}
