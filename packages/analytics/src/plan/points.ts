import { Interval, InvalidRequest, type Preferences } from '@footfall/core-domain'
import { bucketing } from '../calendar/buckets.ts'
import type { ResolvedRange } from '../calendar/date-range.ts'
import { LIMITS } from '../catalog/catalog.ts'

interface SeriesAsked {
  readonly range: ResolvedRange
  readonly weekStart: Preferences['week_starts_on']
  readonly interval: Interval | undefined
}

/** Rejects a series of too many points, with the shortest interval that gives few enough. */
export function assertPoints(
  { range, weekStart, interval = 'month' }: SeriesAsked,
  points: number,
  asked: number = LIMITS.points_max,
): void {
  const most = Math.min(asked, LIMITS.points_max)
  if (points <= most) return
  const longer = Interval.options
    .slice(Interval.options.indexOf(interval) + 1)
    .find((one) => bucketing(range.calendar, one, weekStart, range.asked).buckets.length <= most)
  const next = longer === undefined ? 'ask for a shorter period' : `ask with interval ${longer}`
  const message = `gives ${points} points over this period, of at most ${most}; ${next}`
  throw new InvalidRequest([{ path: 'interval', message, ...(longer ? { did_you_mean: [longer] } : {}) }])
}
