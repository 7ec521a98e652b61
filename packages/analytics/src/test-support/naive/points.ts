import type { Interval, Metric, StatsQuery } from '@footfall/core-domain'
import type { Answered, AnsweredPoint } from './answered.ts'
import { intervalName, localDay, type WeekStart } from './local-time.ts'
import { nothing } from './metric-oracles.ts'
import type { NaiveAnswer } from './naive.ts'
import { isShown, said } from './shown.ts'

interface Setting {
  readonly timezone: string
  readonly weekStart: WeekStart
  readonly nowMs: number
}

/** Where the series is not what the interval asks for, or says of a running interval that it is complete. */
export function differentSeries(
  setting: Setting,
  { interval, to }: StatsQuery,
  { series }: Answered,
): readonly string[] {
  if (interval === undefined) return series === undefined ? [] : ['there is a series']
  if (series === undefined) return ['there is no series']
  const today = localDay(setting.timezone, setting.nowMs)
  const running = nameAt(setting, interval, setting.nowMs)
  const names = series.map(({ start }) => nameAt(setting, interval, Date.parse(start)))
  return [
    ...(new Set(names).size === names.length ? [] : ['an interval has two points']),
    ...series.flatMap(({ start, complete }, i) => {
      // A last interval that the period cuts off before today is over.
      if (names[i] === running && to < today) return []
      const right = Date.parse(start) <= setting.nowMs && names[i] !== running
      return complete === right ? [] : [`at ${start} complete is ${complete}`]
    }),
  ]
}

/** Where points differ from the numbers of their intervals. */
export function differentPoints(
  setting: Setting,
  { metrics, interval }: StatsQuery,
  points: readonly AnsweredPoint[] | undefined,
  of: (metric: Metric) => NaiveAnswer,
): readonly string[] {
  if (points === undefined || interval === undefined) return []
  const names = points.map(({ start }) => nameAt(setting, interval, Date.parse(start)))
  return metrics.flatMap((metric, i) => {
    const expected = of(metric).series
    const missing = [...expected.keys()].filter((name) => !names.includes(name))
    return [
      ...missing.map((name) => `${metric} has no point ${name}`),
      ...points.flatMap(({ start, values }, at) => {
        const shown = values[i]
        // If the total has no number, no point has one.
        if (shown?.state !== 'available' && shown?.state !== 'empty') return []
        const right = expected.get(names[at] ?? '') ?? nothing(metric)
        return isShown(shown, right) ? [] : [`${metric} at ${start} is ${said(shown)}, not ${right}`]
      }),
    ]
  })
}

function nameAt({ timezone, weekStart }: Setting, interval: Interval, ms: number): string {
  return intervalName(timezone, weekStart, interval, ms)
}
