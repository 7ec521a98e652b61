import type { InstantRange, StatsValue } from '@footfall/core-domain'
import type { Bucket } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { isOfNothing } from '../definitions/metric.ts'
import type { ImportedPlan } from '../plan/imported-use.ts'
import type { Question } from '../question/question.ts'
import type { Stated } from './states.ts'
import { type Cell, hidesSums, shown, withheldCells } from './suppression.ts'

/** One interval, with a value for each metric. */
export interface Point {
  readonly start: string
  readonly complete: boolean
  readonly values: readonly StatsValue[]
}

/**
 * The points of a series. Points outside of what was collected and kept are unavailable. At the others, a metric without a
 * total has the state of its total.
 */
export function pointsOf(
  question: Question,
  intervals: readonly Bucket[],
  totals: readonly Stated[],
  /** A cell for each metric, and then the denominator of some of them. */
  cellsAt: (key: number) => readonly Cell[],
  { firstEventMs, imported }: FirstData,
): readonly Point[] {
  const { metrics, range, threshold } = question
  const { calendar, kept, nowMs } = range
  const isCollected = collectedSince(calendar, firstEventMs, imported)
  const leavesOutIn = daysLeftOut(calendar, imported)
  const cells = intervals.map(({ key }) => cellsAt(key))
  const withheldAt = (at: number) =>
    withheldCells(
      cells.map((row) => row[at] ?? NOTHING),
      threshold,
    )
  const ofDivisor = withheldAt(metrics.length)
  const withheld = metrics.map(({ definition }, at) =>
    definition.of ? new Set([...withheldAt(at), ...ofDivisor]) : withheldAt(at),
  )
  const isHidden = hidesSums(question)
  return intervals.map(({ startMs, endMs }, i) => {
    const isBefore = endMs <= kept.startMs || !isCollected({ startMs, endMs })
    const isOutside = isBefore || startMs > nowMs
    const leavesOut = leavesOutIn({ startMs, endMs })
    const values = totals.map(({ state }, at): StatsValue => {
      if (isOutside) return { value: null, state: 'unavailable' }
      if (isHidden) return { value: null, state: 'withheld' }
      if (state !== 'available' && state !== 'withheld') return { value: null, state }
      const cell = cells[i]?.[at] ?? NOTHING
      const definition = metrics[at]?.definition
      if (definition && isOfNothing(definition, cell.value) && leavesOut(at))
        return { value: null, state: 'unavailable' }
      return shown(cell, withheld[at]?.has(i) ?? false)
    })
    return { start: calendar.format(startMs), complete: endMs <= nowMs, values }
  })
}

/** Whether the metric at a place leaves out an imported day of an interval. The days of an interval are looked up once. */
function daysLeftOut(
  calendar: Calendar,
  imported: ImportedPlan | undefined,
): (interval: InstantRange) => (at: number) => boolean {
  const leftOut = imported?.totals.map((use) => new Set(use.leftOut)) ?? []
  if (leftOut.every(({ size }) => size === 0)) return () => () => false
  return ({ startMs, endMs }) => {
    const first = calendar.dayOf(startMs)
    const days = Array.from({ length: calendar.dayOf(endMs - 1) - first + 1 }, (_, i) => first + i)
    return (at) => days.some((day) => leftOut[at]?.has(day))
  }
}

const NOTHING: Cell = { value: null, people: 0 }

/** From when on a product has data. */
export interface FirstData {
  readonly firstEventMs: number | undefined
  readonly imported: ImportedPlan | undefined
}

/** Whether anything could be known of an interval: it ends after the first event, or lies among imported days. */
function collectedSince(
  calendar: Calendar,
  firstEventMs: number | undefined,
  imported: ImportedPlan | undefined,
): (interval: InstantRange) => boolean {
  if (imported === undefined) return ({ endMs }) => firstEventMs === undefined || endMs > firstEventMs
  const { first, last } = imported.days
  const [startMs, endMs] = [calendar.startOfDay(first), calendar.startOfDay(last + 1)]
  return (interval) =>
    (firstEventMs !== undefined && interval.endMs > firstEventMs) ||
    (interval.endMs > startMs && interval.startMs < endMs)
}
