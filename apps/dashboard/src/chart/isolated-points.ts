/** Indexes of the values without a value before and after them: a line would not show them. */
export function isolatedPoints(values: ArrayLike<number | null | undefined>): number[] {
  const all = Array.from(values)
  return all.flatMap((value, at) => (value != null && all[at - 1] == null && all[at + 1] == null ? [at] : []))
}
