import type UPlot from 'uplot'
import type { ChartColors } from './colors.ts'
import { isolatedPoints, runningPoints } from './isolated-points.ts'
import type { ChartMark } from './mark.ts'
import { valueTicks } from './value-ticks.ts'

interface OptionsInput {
  readonly width: number
  readonly height: number
  readonly colors: ChartColors
  /** Up to `most` intervals to label. */
  readonly ticks: (most: number) => readonly number[]
  readonly tickLabel: (at: number) => string
  readonly valueTick: (value: number) => string
  /** Values are counts: no ticks between whole numbers. */
  readonly whole: boolean
  readonly marks: readonly ChartMark[]
  /** Index and position of the interval under the pointer; undefined when the pointer left. */
  readonly onPoint: (at: number | undefined, left: number) => void
  /** The first and last interval that a drag covers; absent where a drag chooses nothing. */
  readonly onSelect?: ((first: number, last: number) => void) | undefined
  /** Where the marks are, in pixels from the left; called again when the width changes. */
  readonly onPlaced: (lefts: readonly number[]) => void
}

/** Indexes of the series of complete intervals, and of the comparison. */
const COMPLETE = 1
const COMPARED = 2
const FONT = '12px system-ui, sans-serif'
/** Room for one label of the horizontal axis, in pixels. */
const LABEL_WIDTH = 74
/** A shorter drag, in pixels, is a click. */
const DRAG_FROM = 8

export function chartOptions(input: OptionsInput): UPlot.Options {
  const { width, height, colors, ticks, tickLabel, valueTick, whole, marks, onPoint, onSelect, onPlaced } = input
  const place = (plot: UPlot) =>
    onPlaced(marks.map(({ at }) => plot.valToPos(at, 'x') + plot.bbox.left / devicePixelRatio))
  const axis = { font: FONT, stroke: colors.text, ticks: { show: false } }
  return {
    width,
    height,
    legend: { show: false },
    // Room above for the marks or half of the highest label, and on the right for half of the last one.
    padding: [marks.length === 0 ? 10 : 26, 28, 0, 0],
    scales: {
      x: { time: false },
      y: { range: (_plot, _min, max) => [0, valueTicks(max ?? 0, whole).at(-1) ?? 1] },
    },
    axes: [
      {
        ...axis,
        // The first label is below the lowest value, and does not touch its label.
        gap: 9,
        size: 32,
        grid: { show: false },
        splits: (plot) => [...ticks(Math.max(1, Math.floor(plot.bbox.width / devicePixelRatio / LABEL_WIDTH)))],
        values: (_plot, splits) => splits.map(tickLabel),
      },
      {
        ...axis,
        size: 56,
        splits: (_plot, _axis, _min, max) => [...valueTicks(max, whole)],
        grid: { stroke: colors.grid, width: 1 },
        values: (_plot, splits) => splits.map(valueTick),
      },
    ],
    cursor: {
      y: false,
      // uPlot stops a click if the pointer seems to have moved, and `move` below moves the pointer, so
      // every click would be a drag.
      drag: { x: onSelect !== undefined, y: false, setScale: false, dist: DRAG_FROM, click: () => undefined },
      points: {
        size: 9,
        fill: (_plot, series) => (series === COMPARED ? colors.compared : colors.line),
        stroke: colors.surface,
      },
      // The line under the pointer stays on the intervals.
      move: (plot, left, top) => [left < 0 ? left : plot.valToPos(plot.posToIdx(left), 'x'), top],
    },
    series: [
      {},
      {
        stroke: colors.line,
        fill: colors.fill,
        width: 2,
        spanGaps: false,
        points: { size: 5, fill: colors.line, filter: whereNoLine },
      },
      // Drawn last, so that the fill of the other line does not cover it.
      { stroke: colors.compared, width: 1.5, dash: [2, 4], spanGaps: false, points: { show: false } },
      // The intervals that are still running.
      {
        stroke: colors.line,
        width: 2,
        dash: [6, 5],
        spanGaps: false,
        points: { size: 5, fill: colors.surface, filter: whereRunning },
      },
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < DRAG_FROM) return
          onSelect?.(plot.posToIdx(left), plot.posToIdx(left + width))
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
      setCursor: [
        (plot) => {
          const { idx, left = 0 } = plot.cursor
          onPoint(
            idx === null || idx === undefined || left < 0 ? undefined : idx,
            plot.valToPos(idx ?? 0, 'x') + plot.bbox.left / devicePixelRatio,
          )
        },
      ],
      draw: [
        (plot) => {
          drawMarks(plot, marks, colors)
          place(plot)
        },
      ],
    },
  }
}

/** Where there is no room for a point at each interval, those remain that no line leads to. */
const whereNoLine: UPlot.Series.Points.Filter = (plot, series, show) =>
  show ? null : isolatedPoints(plot.data[series] ?? [])

const whereRunning: UPlot.Series.Points.Filter = (plot, series, show) =>
  show ? runningPoints(plot.data[COMPLETE] ?? [], plot.data[series] ?? []) : isolatedPoints(plot.data[series] ?? [])

/** A thin line for each annotation. Its number is a button above the chart. */
function drawMarks(plot: UPlot, marks: readonly ChartMark[], colors: ChartColors): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.lineWidth = ratio
  ctx.setLineDash([3 * ratio, 3 * ratio])
  for (const { at, color } of marks) {
    const x = Math.round(plot.valToPos(at, 'x', true))
    ctx.strokeStyle = colors.marks[color] ?? colors.mark
    ctx.beginPath()
    ctx.moveTo(x, bbox.top + 4 * ratio)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
