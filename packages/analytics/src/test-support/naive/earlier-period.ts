import type { StatsQuery } from '@footfall/core-domain'
import type { Answered } from './answered.ts'
import { localText, shiftDay } from './local-time.ts'

const DAY_MS = 86_400_000
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Where the earlier period of an answer differs from the one that the question means. */
export function differentPeriod(
  { from, to, compare }: StatsQuery,
  { comparison }: Answered,
  { timezone, nowMs }: { readonly timezone: string; readonly nowMs: number },
): readonly string[] {
  if (compare === undefined) return comparison === undefined ? [] : ['there is a comparison']
  if (comparison === undefined) return ['there is no comparison']
  // A year and a custom period are checked where they are computed.
  if (compare.period !== 'previous_period') return []
  const days = daysFrom(from, to) + 1
  const back = compare.matchWeekday ? Math.ceil(days / 7) * 7 : days
  const first = shiftDay(from, -back)
  const today = localText(timezone, nowMs).slice(0, 10)
  const isRunning = from <= today && today <= to
  const cut = shiftDay(today, -back)
  const end = isRunning ? cut : shiftDay(to, -back)
  // Both local times stand in one zone; where clocks change in between, it is the clock that counts.
  const until = comparison.until === undefined ? undefined : localText(timezone, Date.parse(comparison.until))
  const right = isRunning ? localText(timezone, nowMs).replace(today, cut) : undefined
  return [
    ...(comparison.from === first && comparison.to === end
      ? []
      : [`the earlier period is ${comparison.from} to ${comparison.to}, not ${first} to ${end}`]),
    ...(until === right ? [] : [`the earlier period ends at ${until}, not ${right}`]),
  ]
}
