import { drawn, element } from './elements.ts'
import { formatStart, type Interval } from './format.ts'
import { formatTick, formatValue, isCount, type Measured } from './metrics.ts'
import type { Point } from './report.ts'
import { describeState } from './states.ts'

const HEIGHT = 200
const TOP = 8
const BOTTOM = 24
const LEFT = 52
const RIGHT = 10
const LABEL_WIDTH = 74

interface LineChart {
  readonly measured: Measured
  readonly label: string
  readonly points: readonly Point[]
  /** Which of the values of each point. */
  readonly at: number
  readonly interval: Interval
  readonly isCompared: boolean
}

/** One metric over time. A value that is not available is a gap with its reason; an interval that still runs is dashed. */
export function lineChart(chart: LineChart): HTMLElement {
  const { label, points } = chart
  const place = element('div', { role: 'img', 'aria-label': `${label} over ${points.length} intervals` })
  const readout = element('output', { class: 'muted' })
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: Math.max(0, points.length - 1),
    value: Math.max(0, points.length - 1),
    'aria-label': `Interval of the chart of ${label}`,
  })
  const figure = element('figure', { class: 'chart' }, place, slider, readout, legend(chart))
  const redraw = () => {
    const selected = Number(slider.value)
    const text = pointText(chart, selected)
    readout.textContent = text
    slider.setAttribute('aria-valuetext', text)
    place.replaceChildren(plot(chart, Math.max(240, place.clientWidth), selected))
  }
  slider.addEventListener('input', redraw)
  place.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = place.getBoundingClientRect()
    slider.value = String(Math.round(((clientX - left - LEFT) / (width - LEFT - RIGHT)) * (points.length - 1)))
    redraw()
  })
  // Observing also draws it first, once its width is known.
  new ResizeObserver(redraw).observe(place)
  return figure
}

/** What one interval says, for the readout and for screen readers. */
function pointText({ measured, points, at, interval, isCompared }: LineChart, index: number): string {
  const point = points[index]
  const stated = point?.values[at]
  if (point === undefined || stated === undefined) return ''
  const value = stated.value === null ? describeState(stated).why : formatValue(stated.value, measured)
  const earlier = point.earlier[at] ?? null
  const before = isCompared ? `; before: ${earlier === null ? 'no number' : formatValue(earlier, measured)}` : ''
  return `${formatStart(point.start, interval, 'long')}: ${value}${before}${point.complete ? '' : ' (still running)'}`
}

function legend({ points, at, isCompared }: LineChart): HTMLElement | undefined {
  const reasons = new Set<string>()
  for (const { values } of points) {
    const stated = values[at]
    if (stated !== undefined && stated.value === null) reasons.add(describeState(stated).why)
  }
  const entries = [
    ...(isCompared ? ['Dotted: the earlier period.'] : []),
    ...(points.some(({ complete }) => !complete) ? ['Dashed: still running.'] : []),
    ...[...reasons].map((why) => `Gap: ${why}`),
  ]
  return entries.length === 0
    ? undefined
    : element('ul', { class: 'legend muted' }, ...entries.map((entry) => element('li', {}, entry)))
}

type Numbers = readonly (number | null)[]

/** Where points lie in a plot of this width. */
interface Scale {
  readonly width: number
  readonly step: number
  readonly ticks: readonly number[]
  x(index: number): number
  y(value: number): number
}

function plot(chart: LineChart, width: number, selected: number): SVGElement {
  const { points, at } = chart
  const values = points.map(({ values }) => values[at]?.value ?? null)
  const earlier = points.map(({ earlier }) => (chart.isCompared ? (earlier[at] ?? null) : null))
  const scale = scaleOf(chart, width, [...values, ...earlier])
  const svg = drawn('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, 'aria-hidden': 'true' })
  svg.append(
    ...gridLines(chart, scale),
    ...gaps(values, scale),
    ...runsOf(earlier, (value) => value !== null).map(([first, last]) =>
      drawn('path', { class: 'earlier', d: pathOf(earlier, first, last, scale) }),
    ),
    ...runsOf(values, (value) => value !== null).flatMap(([first, last]) => run(chart, values, first, last, scale)),
    ...cursor(chart, values[selected] ?? null, selected, scale),
    ...startLabels(chart, width, scale.x),
  )
  return svg
}

function scaleOf({ measured, points }: LineChart, width: number, values: Numbers): Scale {
  const ticks = valueTicks(Math.max(0, ...values.map((value) => value ?? 0)), isCount(measured.metric))
  const top = ticks.at(-1) ?? 1
  const room = width - LEFT - RIGHT
  const step = points.length > 1 ? room / (points.length - 1) : 0
  return {
    width,
    step,
    ticks,
    x: (index) => LEFT + (points.length > 1 ? index * step : room / 2),
    y: (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top),
  }
}

function gridLines({ measured }: LineChart, { width, ticks, y }: Scale): readonly SVGElement[] {
  return ticks.flatMap((value) => [
    drawn('line', { class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
    drawn('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, formatTick(value, measured)),
  ])
}

/** What has no value, as wide as its intervals. */
function gaps(values: Numbers, { width, step, x }: Scale): readonly SVGElement[] {
  const half = values.length > 1 ? step / 2 : 20
  return runsOf(values, (value) => value === null).map(([first, last]) => {
    const from = Math.max(LEFT, x(first) - half)
    const to = Math.min(width - RIGHT, x(last) + half)
    const size = { width: Math.max(1, to - from), height: HEIGHT - TOP - BOTTOM }
    return drawn('rect', { class: 'gap', x: from, y: TOP, ...size })
  })
}

/** A line through neighbouring values, dashed from the first interval that still runs. */
function run({ points }: LineChart, values: Numbers, first: number, last: number, scale: Scale): readonly SVGElement[] {
  const runningFrom = points.findIndex((point, index) => index >= first && index <= last && !point.complete)
  const solidTo = runningFrom === -1 ? last : Math.max(first, runningFrom - 1)
  return [
    drawn('path', { class: 'value', d: pathOf(values, first, solidTo, scale) }),
    ...(runningFrom === -1 ? [] : [drawn('path', { class: 'value running', d: pathOf(values, solidTo, last, scale) })]),
    // A line of one point has no length.
    ...(first === last ? [dot(scale.x(first), scale.y(values[first] ?? 0), points[first]?.complete === true)] : []),
  ]
}

function pathOf(values: Numbers, first: number, last: number, { x, y }: Scale): string {
  return values
    .slice(first, last + 1)
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${x(first + index)} ${y(value ?? 0)}`)
    .join('')
}

/** The position of the slider. */
function cursor({ points }: LineChart, value: number | null, selected: number, { x, y }: Scale): readonly SVGElement[] {
  const at = x(selected)
  return [
    drawn('line', { class: 'cursor', x1: at, x2: at, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM + 5 }),
    ...(value === null ? [] : [dot(at, y(value), points[selected]?.complete === true)]),
  ]
}

const dot = (cx: number, cy: number, complete: boolean): SVGElement =>
  drawn('circle', { class: complete ? 'dot' : 'dot open', cx, cy, r: 4 })

/** As many starts as have room. */
function startLabels({ points, interval }: LineChart, width: number, x: (index: number) => number): SVGElement[] {
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor((width - LEFT) / LABEL_WIDTH))))
  return points.flatMap(({ start }, index) => {
    if (index % every !== 0 || (index > 0 && x(index) > width - 30)) return []
    const anchor = index === 0 && points.length > 1 ? 'start' : 'middle'
    return [drawn('text', { x: x(index), y: HEIGHT - 6, 'text-anchor': anchor }, formatStart(start, interval, 'short'))]
  })
}

/** First and last index of each run of entries that pass. */
function runsOf<Entry>(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  entries.forEach((entry, index) => {
    if (!passes(entry)) return
    const run = runs.at(-1)
    if (run !== undefined && run[1] === index - 1) run[1] = index
    else runs.push([index, index])
  })
  return runs
}

const TICKS_MAX = 4
const STEPS = [1, 2, 2.5, 5, 10]

/** From zero to above the highest value, evenly apart; counts have no ticks between whole numbers. */
function valueTicks(highest: number, whole: boolean): readonly number[] {
  if (highest <= 0) return [0, 1]
  const magnitude = 10 ** Math.floor(Math.log10(highest / TICKS_MAX))
  const wide = STEPS.map((step) => step * magnitude).find((step) => step * TICKS_MAX >= highest) ?? highest
  const step = whole ? Math.max(1, Math.ceil(wide)) : wide
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}
