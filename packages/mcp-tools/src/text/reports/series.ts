import { startTexts } from '../days.ts'

interface Point {
  readonly start: string
  readonly complete: boolean
}

/** Which points are of intervals that are still running; nothing if none is. */
export function runningLines<P extends Point>(
  points: readonly P[],
  hasValue: (point: P) => boolean,
): readonly string[] {
  const starts = startTexts(points.map(({ start }) => start))
  const running = points.flatMap((point, i) => (!point.complete && hasValue(point) ? [starts[i] ?? ''] : []))
  return running.length === 0 ? [] : [`Still running, so not complete: ${running.join(', ')}.`]
}
