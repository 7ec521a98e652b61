import { type ReactNode, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { useColorChanges } from '../theme/use-color-changes.ts'
import { colorsOf } from './colors.ts'
import type { ChartMark } from './mark.ts'
import { chartOptions } from './options.ts'

interface ChartLine {
  readonly label: string
  /** Null where there is no number: the line has a gap. */
  readonly values: readonly (number | null)[]
  /** Index of the first interval that is still running: the line is dashed up to it and after it. */
  readonly runningFrom?: number | undefined
}

interface TimeChartProps {
  /** What the chart shows, as a sentence for screen readers. A table elsewhere on the page has the numbers. */
  readonly description: string
  readonly line: ChartLine
  readonly compared?: ChartLine | undefined
  readonly marks: readonly ChartMark[]
  readonly count: number
  /** Up to `most` intervals to label. */
  readonly ticks: (most: number) => readonly number[]
  readonly tickLabel: (at: number) => string
  /** Values are counts: no ticks between whole numbers. */
  readonly whole: boolean
  readonly valueTick: (value: number) => string
  /** Content of the box beside the pointer. */
  readonly tooltip: (at: number) => ReactNode
  readonly height?: number
}

interface Pointed {
  readonly at: number
  readonly left: number
}

/** One metric over time; the compared span is dotted. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { description, line, compared, marks, count, tooltip, height = 260 } = props
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed>()
  const latest = useRef(props)
  latest.current = props
  const colorChanges = useColorChanges()
  const shape = JSON.stringify([line, compared?.values, marks, count])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` changes with the data
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const { line, compared, count } = latest.current
    const indexes = Array.from({ length: count }, (_, at) => at)
    const { values, runningFrom = count } = line
    const data: UPlot.AlignedData = [
      indexes,
      values.map((value, at) => (at < runningFrom ? value : null)),
      indexes.map((at) => compared?.values[at] ?? null),
      // Joined to the last complete interval.
      values.map((value, at) => (runningFrom < count && at >= runningFrom - 1 ? value : null)),
    ]
    const plot = new UPlot(
      chartOptions({
        width: element.clientWidth,
        height,
        colors: colorsOf(element),
        ticks: (most) => latest.current.ticks(most),
        whole: latest.current.whole,
        tickLabel: (at) => latest.current.tickLabel(at),
        valueTick: (value) => latest.current.valueTick(value),
        marks: latest.current.marks,
        onPoint: (at, left) => setPointed(at === undefined ? undefined : { at, left }),
      }),
      data,
      element,
    )
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width)
        plot.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      setPointed(undefined)
    }
  }, [shape, height, colorChanges])

  return (
    <div className="relative">
      <div aria-label={description} className="min-w-0" ref={place} role="img" style={{ height }} />
      {pointed !== undefined && pointed.at < count && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-2 z-10 w-max max-w-64 rounded-control border bg-surface px-3 py-2 text-sm shadow-pop"
          style={tooltipPlace(pointed.left, place.current?.clientWidth ?? 0)}
        >
          {tooltip(pointed.at)}
        </div>
      )}
    </div>
  )
}

/** On the side of the pointer that has room. */
function tooltipPlace(left: number, width: number): { readonly left?: number; readonly right?: number } {
  return left > width / 2 ? { right: Math.max(0, width - left + 12) } : { left: left + 12 }
}
