import { join } from 'node:path'
import { parserTimes } from './parser-times.ts'
import { readFixtures } from './read-fixtures.ts'
import { isOfToday, userAgentAgreement } from './user-agents.ts'

/** agreement: compares what the service says of user agents with the fixtures that Matomo publishes, and times its rules. */
const folder = process.env.DEVICE_DETECTOR
if (folder === undefined || folder === '') {
  console.error(
    'Set DEVICE_DETECTOR to a clone of https://github.com/matomo-org/device-detector. Its fixtures are LGPL-3.0 and not copied here.',
  )
  process.exit(2)
}

const fixtures = await readFixtures(join(folder, 'Tests/fixtures'))
const today = fixtures.filter(isOfToday)
const lines = [...userAgentAgreement(today), ...parserTimes(today.map(({ user_agent }) => user_agent))]
for (const { what, value, unit, atLeast, atMost, misses } of lines) {
  const demanded =
    atLeast === undefined ? (atMost === undefined ? '' : `  ≤ ${atMost} ${unit}`) : `  ≥ ${atLeast} ${unit}`
  console.log(`${what.padEnd(44)} ${value.toFixed(2).padStart(8)} ${unit}${demanded}`)
  for (const miss of misses ?? []) console.log(`    ${miss}`)
}
const missed = lines.filter(
  ({ value, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }) =>
    value < atLeast || value > atMost,
)
console.log(missed.length === 0 ? '\nEvery demand is met.' : `\nNot met: ${missed.map(({ what }) => what).join(', ')}`)
process.exitCode = missed.length === 0 ? 0 : 1
