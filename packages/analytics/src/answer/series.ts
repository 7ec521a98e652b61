import type { StatsValue } from '@footfall/core-domain'
import type { Bucket } from '../calendar/buckets.ts'
import type { Question } from '../question/question.ts'
import type { Stated } from './states.ts'
import { type Cell, shown, withheldCells } from './suppression.ts'

/** One interval, with a value for each metric. */
export interface Point {
  readonly start: string
  readonly complete: boolean
  readonly values: readonly StatsValue[]
}

/**
 * The points of a series. Those outside of what was collected and kept are unavailable, whatever they would show; a
 * metric without a figure over the whole span has its state at every other point.
 */
export function pointsOf(
  { span, threshold }: Question,
  intervals: readonly Bucket[],
  totals: readonly Stated[],
  cellsAt: (key: number) => readonly Cell[],
  firstEventMs: number | undefined,
): readonly Point[] {
  const { calendar, kept, nowMs } = span
  const cells = intervals.map(({ key }) => cellsAt(key))
  const withheld = totals.map((_, at) =>
    withheldCells(
      cells.map((row) => row[at] ?? NOTHING),
      threshold,
    ),
  )
  return intervals.map(({ startMs, endMs }, i) => {
    const isBefore = endMs <= kept.startMs || (firstEventMs !== undefined && endMs <= firstEventMs)
    const isOutside = isBefore || startMs > nowMs
    const values = totals.map(({ state }, at): StatsValue => {
      if (isOutside) return { value: null, state: 'unavailable' }
      if (state !== 'available' && state !== 'withheld') return { value: null, state }
      return shown(cells[i]?.[at] ?? NOTHING, withheld[at]?.has(i) ?? false)
    })
    return { start: calendar.format(startMs), complete: endMs <= nowMs, values }
  })
}

const NOTHING: Cell = { value: null, people: 0 }
