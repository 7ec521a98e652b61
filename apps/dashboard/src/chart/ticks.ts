/** How far apart labelled intervals may be. */
const STEPS = [1, 2, 3, 4, 5, 6, 7, 10, 12, 14, 20, 24, 28, 30, 50, 60, 90, 100, 120, 180, 200, 365, 500, 730, 1000]
const DAYS_APART = [1, 2, 3, 4, 5, 7, 14]

/** Up to `most` indexes out of `count`, evenly apart. */
export function evenTicks(count: number, most: number): readonly number[] {
  const step = STEPS.find((step) => Math.ceil(count / step) <= most) ?? Math.ceil(count / Math.max(1, most))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

/**
 * The first hours of days, of all or of every nth so that there are up to `most`. A day may have 23 or 25 hours.
 * `starts` are local times, such as `2026-11-03T14:00:00+01:00`.
 */
export function dayTicks(starts: readonly string[], most: number): readonly number[] {
  const days = starts.flatMap((start, at) => (start.slice(0, 10) === starts[at - 1]?.slice(0, 10) ? [] : [at]))
  const apart = DAYS_APART.find((step) => Math.ceil(days.length / step) <= most) ?? days.length
  return days.filter((_, day) => day % apart === 0)
}
