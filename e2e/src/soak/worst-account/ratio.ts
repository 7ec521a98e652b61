const TIMES_MAX = 3

/** How long the requests of a quiet account took before and during an attack. */
export interface Ratio {
  readonly what: string
  /** What the 99th percentile under attack may always be. */
  readonly floorMs: number
  readonly before: readonly number[]
  readonly during: readonly number[]
}

/** Whether the 99th percentile under attack is within its floor, or within three times that without. */
export function isWithin({ floorMs, before, during }: Ratio): boolean {
  return percentile(during, 0.99) <= Math.max(floorMs, TIMES_MAX * percentile(before, 0.99))
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
