import type { ReportHint } from '@footfall/core-domain'
import { NO_DENOMINATOR, type Numbers } from '../read/numbers.ts'
import type { Stated } from '../read/states.ts'

/** Why numbers are not an answer, by their places among the metrics, and what to ask instead. */
export interface Explanation {
  readonly states: ReadonlyMap<number, Stated>
  /** Set where a breakdown has no rows to show. */
  readonly noRows: boolean
  readonly hints: readonly ReportHint[]
}

/** What a report says about itself. */
export interface ReportExplanation {
  /** Why it has no numbers; undefined where they are true. */
  readonly stated: Stated | undefined
  readonly hints: readonly ReportHint[]
}

export const NOTHING_TO_SAY: Explanation = { states: new Map(), noRows: false, hints: [] }

/** How many values or properties that never came are named. */
export const NAMED_MAX = 3

/** The numbers with the states that an explanation gives them, points included. */
export function explained(numbers: Numbers, { states, noRows }: Explanation): Numbers {
  const { totals, series } = numbers
  const stateAt = (at: number, value: number | null) => (noRows || (value ?? 0) === 0 ? states.get(at) : undefined)
  return {
    ...numbers,
    totals: totals.map((total, at) => {
      const state = total.state === 'available' || total.state === 'empty' ? stateAt(at, total.value) : undefined
      return state ? { ...total, ...state, value: null, ...(total.of && { of: NO_DENOMINATOR }) } : total
    }),
    series: series?.map((point) => ({
      ...point,
      values: point.values.map((value, at) => {
        const isCounted = value.state === 'available' || value.state === 'empty'
        const state = isCounted ? stateAt(at, value.value) : undefined
        return state ? { value: null, state: state.state } : value
      }),
    })),
  }
}
