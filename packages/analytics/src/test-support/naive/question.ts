import type { Interval, ReportRange, StatsQuery } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { instantOf, localDay, type WeekStart } from './local-time.ts'
import type { World } from './world.ts'

/** A question about one period. */
export interface RangeQuestion extends Pick<StatsQuery, 'dimensions' | 'filters'> {
  readonly interval?: Interval | undefined
  readonly weekStart: WeekStart
  /** The rows of the period. */
  readonly inRange: readonly EventRow[]
}

/** The rows of the days of a range, up to an instant. */
export function rowsIn({ rows, timezone }: World, { from, to }: ReportRange, untilMs = Number.POSITIVE_INFINITY) {
  return rows.filter((row) => {
    const ms = instantOf(row)
    const day = localDay(timezone, ms)
    return day >= from && day <= to && ms < untilMs
  })
}
