import type { Interval } from './format.ts'
import type { Measured } from './metrics.ts'
import { type Fields, fieldsOf, listOf, numberOf, recordsOf, textOf, textsOf } from './read-values.ts'
import { type Stated, statedOf } from './states.ts'

/** One metric and its total. */
export interface Measure extends Measured, Stated {
  readonly previous: number | null
  readonly change: number | null
  /** The visitors that a share or an average is divided by. */
  readonly of: number | null
}

/** One interval: a value and an earlier one for each metric. */
export interface Point {
  readonly start: string
  readonly complete: boolean
  readonly values: readonly Stated[]
  readonly earlier: readonly (number | null)[]
}

export interface Row {
  readonly label: string
  readonly values: readonly Stated[]
  readonly previous: readonly (number | null)[]
  readonly change: readonly (number | null)[]
}

/** Answers about one metric and about several, in one form. */
export interface Report {
  readonly measures: readonly Measure[]
  readonly points: readonly Point[]
  readonly rows: readonly Row[]
  readonly isCompared: boolean
}

/** Undefined for an answer of another kind. */
export function reportOf(data: Fields): Report | undefined {
  if (Array.isArray(data.metrics)) return several(data)
  return typeof data.metric === 'string' ? single(data) : undefined
}

export function measureOf(fields: Fields): Measure {
  return {
    metric: textOf(fields.metric),
    currency: textOf(fields.currency),
    ...statedOf(fields),
    previous: numberOf(fields.previous),
    change: numberOf(fields.change),
    of: numberOf(fieldsOf(fields.of).visitors),
  }
}

function single(data: Fields): Report {
  const comparison = fieldsOf(data.comparison)
  const earlier = recordsOf(comparison.series)
  const total = { ...data, previous: comparison.value, change: comparison.change }
  return {
    measures: [measureOf(total)],
    points: recordsOf(data.series).map((point, at) => ({
      start: textOf(point.start),
      complete: point.complete !== false,
      values: [statedOf(point)],
      earlier: [statedOf(earlier[at] ?? {}).value],
    })),
    rows: recordsOf(data.rows).map((row) => ({
      label: rowLabel(row),
      values: [statedOf(row)],
      previous: [numberOf(row.previous)],
      change: [numberOf(row.change)],
    })),
    isCompared: data.comparison !== undefined,
  }
}

function several(data: Fields): Report {
  return {
    measures: recordsOf(data.metrics).map(measureOf),
    points: recordsOf(data.series).map((point) => ({
      start: textOf(point.start),
      complete: point.complete !== false,
      values: recordsOf(point.values).map((value) => statedOf(value)),
      earlier: listOf(point.previous).map(numberOf),
    })),
    rows: recordsOf(data.rows).map((row) => ({
      label: rowLabel(row),
      values: recordsOf(row.values).map((value) => statedOf(value)),
      previous: listOf(row.previous).map(numberOf),
      change: listOf(row.change).map(numberOf),
    })),
    isCompared: data.comparison !== undefined,
  }
}

/** What a person reads of a row: its label and its further keys. An event may carry no value at all. */
export function rowLabel(row: Fields): string {
  const [, ...further] = textsOf(row.keys)
  const first = textOf(row.label) || textOf(row.key)
  return [first, ...further].map((key) => (key === '' ? '(none)' : key)).join(' · ')
}

const HOUR_MS = 3_600_000

/** Which intervals the points are, by how far apart they are. */
export function intervalOf(points: readonly Point[], given: Fields | undefined): Interval {
  const asked = given?.interval
  if (asked === 'minute' || asked === 'hour' || asked === 'day' || asked === 'week' || asked === 'month') return asked
  const [first, second] = points.map(({ start }) => Date.parse(start))
  if (first === undefined || second === undefined) return 'day'
  const hours = (second - first) / HOUR_MS
  if (hours < 0.2) return 'minute'
  if (hours < 20) return 'hour'
  if (hours < 150) return 'day'
  return hours < 500 ? 'week' : 'month'
}
