import { join } from 'node:path'
import type { Line } from './line.ts'
import { MissingLists } from './missing-lists.ts'
import { parserTimes } from './parser-times.ts'
import { readFixtures } from './read-fixtures.ts'
import { ruleTimes } from './rule-times.ts'
import { sourceAgreement } from './sources.ts'
import { isOfToday, userAgentAgreement } from './user-agents.ts'

/** agreement [name…]: compares what events are filed under with what others published. */
const RUNNERS: Readonly<Record<string, () => AsyncIterable<Line>>> = {
  'user-agents': userAgents,
  rules: async function* () {
    yield* ruleTimes()
  },
  sources: sourceAgreement,
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(RUNNERS, name))
if (unknown.length > 0) {
  console.error(`There is no agreement ${unknown.join(', ')}. They are ${Object.keys(RUNNERS).join(', ')}.`)
  process.exit(2)
}

let failed = false
for (const [name, run] of Object.entries(RUNNERS)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.log(name)
  try {
    for await (const line of run()) if (!printed(line)) failed = true
  } catch (error) {
    if (!(error instanceof MissingLists)) throw error
    console.error(error.message)
    failed = true
  }
}
process.exitCode = failed ? 1 : 0

async function* userAgents(): AsyncGenerator<Line> {
  const folder = process.env.DEVICE_DETECTOR
  if (folder === undefined || folder === '') {
    throw new MissingLists(
      'Set DEVICE_DETECTOR to a clone of https://github.com/matomo-org/device-detector. Its fixtures are LGPL-3.0 and not copied here.',
    )
  }
  const today = (await readFixtures(join(folder, 'Tests/fixtures'))).filter(isOfToday)
  yield* userAgentAgreement(today)
  yield* parserTimes(today.map(({ user_agent }) => user_agent))
}

/** Prints a line, and says whether what is demanded of it is met. */
function printed({ what, value, unit, atLeast, atMost, misses }: Line): boolean {
  const demanded =
    atLeast === undefined ? (atMost === undefined ? '' : `  ≤ ${atMost} ${unit}`) : `  ≥ ${atLeast} ${unit}`
  console.log(`  ${what.padEnd(60)} ${value.toFixed(2).padStart(8)} ${unit}${demanded}`)
  for (const miss of misses ?? []) console.log(`    ${miss}`)
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
}
