import type { ReactNode } from 'react'

interface SparklineProps {
  /** One value for each day, of which the last one is running; null where it is not known. */
  readonly values: readonly (number | null)[]
}

const WIDTH = 100
const HEIGHT = 32

/** Visitors by day as a small line. Decorative: the numbers next to it say what it shows. */
export function Sparkline({ values }: SparklineProps): ReactNode {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const points = values.map((value, at): Point | undefined =>
    value === null
      ? undefined
      : { x: (at / Math.max(1, values.length - 1)) * WIDTH, y: HEIGHT - 2 - (value / most) * (HEIGHT - 4) },
  )
  const running = points.slice(-2)
  return (
    <svg
      aria-hidden="true"
      className="h-12 w-full overflow-visible text-accent"
      fill="none"
      preserveAspectRatio="none"
      stroke="currentColor"
      strokeLinejoin="round"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {runs(points).map((run) => (
        <path className="fill-bar" d={`${line(run)}V${HEIGHT}H${run[0]?.x ?? 0}Z`} key={run[0]?.x} stroke="none" />
      ))}
      {runs(points.slice(0, -1)).map((run) => (
        <path d={line(run)} key={run[0]?.x} strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      ))}
      {running.every((point) => point !== undefined) && (
        <path d={line(running)} strokeDasharray="3 3" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Neighbouring points without a gap between them. */
function runs(points: readonly (Point | undefined)[]): readonly (readonly Point[])[] {
  const found: Point[][] = [[]]
  for (const point of points) {
    if (point === undefined) found.push([])
    else found.at(-1)?.push(point)
  }
  return found.filter((run) => run.length > 1)
}

function line(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')
}
