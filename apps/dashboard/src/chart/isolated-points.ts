/** Indexes of the values without a value before and after them: a line would not show them. */
export function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const all = Array.from(values)
  return all.flatMap((value, at) => (value != null && all[at - 1] == null && all[at + 1] == null ? [at] : []))
}

/** Indexes of the intervals that are still running: their line begins at the last complete interval, which has its own point. */
export function runningPoints(complete: ArrayLike<number | null | undefined>, running: typeof complete): number[] {
  return Array.from(running).flatMap((value, at) => (value != null && complete[at] == null ? [at] : []))
}
