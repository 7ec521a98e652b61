import type { Retention } from '../../api/types.ts'
import { addDays } from '../../statistics/date-range.ts'

export type Cohort = Retention['cohorts'][number]

/** Visitors of each cohort by the weeks since it was first there. */
const VISITORS = [[84, 41, 33, 27, 24], [72, 38, 29, 26], [91, 44, 37], [68, 35], [77]] as const

/** Made-up cohorts of the last whole weeks, which begin on a Monday. */
export function exampleCohorts(now: Date): readonly Cohort[] {
  const today = now.toISOString().slice(0, 10)
  const monday = addDays(today, -((now.getUTCDay() + 6) % 7))
  return VISITORS.map(([first, ...later], at) => ({
    week: addDays(monday, (at - VISITORS.length) * 7),
    visitors: first,
    weeks: [first, ...later].map((visitors, week) => ({
      week,
      visitors,
      share: visitors / first,
      complete: true,
      state: 'available',
      reason: null,
    })),
  }))
}
