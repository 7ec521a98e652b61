import type { Breakdown, ValueState } from '../../api/types.ts'

type Row = Breakdown['rows'][number]

export interface HeatCell {
  /** Null where it is withheld. */
  readonly value: number | null
  readonly state: ValueState
  /** From 0 for none to 1 for the most. */
  readonly strength: number
}

const WITHHELD_STRENGTH = 0.06

/** The cells of a map of weekdays and hours. A pair without a row had no visitor. */
export function heatCells(rows: readonly Row[]): { of(weekday: string, hour: string): HeatCell } {
  const most = Math.max(0, ...rows.map(({ value }) => value ?? 0)) || 1
  const byPair = new Map(rows.map((row) => [(row.keys ?? [row.key]).slice(0, 2).join(' '), row]))
  return {
    of(weekday, hour) {
      const row = byPair.get(`${weekday} ${hour}`)
      if (row === undefined) return { value: 0, state: 'available', strength: 0 }
      const { value, state } = row
      return { value, state, strength: value === null ? WITHHELD_STRENGTH : value / most }
    },
  }
}
