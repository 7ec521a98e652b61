import { type ReactNode, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { t } from '../messages/messages.ts'
import { useColorChanges } from '../theme/use-color-changes.ts'
import { classes } from '../ui/classes.ts'
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
  /** Content of the box next to the pointer. */
  readonly tooltip: (at: number) => ReactNode
  /** A mark was pressed. */
  readonly onMark?: (mark: ChartMark) => void
  /** An interval was clicked, or several were dragged over. Buttons elsewhere do the same by keyboard. */
  readonly onChoose?: ((first: number, last: number) => void) | undefined
  readonly height?: number
}

interface Pointed {
  readonly at: number
  readonly left: number
}

/** One metric over time; the comparison is dotted. */
export function TimeChart(props: TimeChartProps): ReactNode {
  const { description, line, compared, marks, count, tooltip, onMark, onChoose, height = 260 } = props
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<UPlot>(null)
  const [pointed, setPointed] = useState<Pointed>()
  const [lefts, setLefts] = useState<readonly number[]>([])
  const dragged = useRef(false)
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
        colors: colorsOf(
          element,
          latest.current.marks.map(({ color }) => color),
        ),
        ticks: (most) => latest.current.ticks(most),
        whole: latest.current.whole,
        tickLabel: (at) => latest.current.tickLabel(at),
        valueTick: (value) => latest.current.valueTick(value),
        marks: latest.current.marks,
        onPlaced: (placed) => setLefts((before) => (before.join() === placed.join() ? before : placed)),
        ...(latest.current.onChoose && {
          onSelect: (first: number, last: number) => {
            dragged.current = true
            latest.current.onChoose?.(first, last)
          },
        }),
        onPoint: (at, left) => setPointed(at === undefined ? undefined : { at, left }),
      }),
      data,
      element,
    )
    drawn.current = plot
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width)
        plot.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.current = null
      plot.destroy()
      setPointed(undefined)
    }
  }, [shape, height, colorChanges])

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button elsewhere does the same by keyboard */}
      <div
        aria-label={description}
        className={classes('min-w-0', onChoose !== undefined && 'cursor-pointer')}
        onClick={({ nativeEvent }) => {
          // The click that ends a drag has been answered.
          if (dragged.current) {
            dragged.current = false
            return
          }
          // A tap only shows the values.
          const isMouse = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'mouse'
          const at = drawn.current && intervalAt(drawn.current, nativeEvent.clientX)
          if (isMouse && at !== undefined && at !== null && at < count) onChoose?.(at, at)
        }}
        ref={place}
        role="img"
        style={{ height }}
      />
      {marks.map((mark, index) => (
        <Mark key={`${mark.at} ${mark.label}`} left={lefts[index]} mark={mark} onPress={onMark} />
      ))}
      {pointed !== undefined && pointed.at < count && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-2 z-10 w-max max-w-64 rounded-control border bg-surface px-3 py-2 text-sm shadow-pop"
          style={tooltipPlace(pointed.left, place.current?.clientWidth ?? 0)}
        >
          {tooltip(pointed.at)}
          {onChoose !== undefined && <span className="block text-muted text-xs">{t('chart.open')}</span>}
        </div>
      )}
    </div>
  )
}

/** The interval nearest to a click; undefined outside the plot. Computed, since a click may come before the cursor is drawn. */
function intervalAt(plot: UPlot, clientX: number): number | undefined {
  const { left, right } = plot.over.getBoundingClientRect()
  return left <= clientX && clientX <= right ? plot.posToIdx(clientX - left) : undefined
}

interface MarkProps {
  readonly mark: ChartMark
  /** Undefined until the chart is drawn. */
  readonly left: number | undefined
  readonly onPress: ((mark: ChartMark) => void) | undefined
}

function Mark({ mark, left, onPress }: MarkProps): ReactNode {
  if (left === undefined) return null
  const style = { left, borderColor: `var(--color-${mark.color})`, color: `var(--color-${mark.color})` }
  const className =
    'absolute top-0 grid h-6 min-w-6 -translate-x-1/2 place-items-center rounded-full border bg-surface px-1 font-semibold text-xs'
  if (onPress === undefined) {
    return (
      <span className={className} style={style} title={mark.title}>
        {mark.label}
      </span>
    )
  }
  return (
    <button
      className={classes(className, 'before:absolute before:-inset-1')}
      onClick={() => onPress(mark)}
      style={style}
      title={mark.title}
      type="button"
    >
      <span className="sr-only">{mark.title} </span>
      <span aria-hidden="true">{mark.label}</span>
    </button>
  )
}

/** On the side of the pointer that has room. */
function tooltipPlace(left: number, width: number): { readonly left?: number; readonly right?: number } {
  return left > width / 2 ? { right: Math.max(0, width - left + 12) } : { left: left + 12 }
}
