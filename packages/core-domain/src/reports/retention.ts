import { z } from 'zod'
import { ValueState } from '../statistics.ts'
import { LocalDate } from '../time/local-date.ts'
import { complete, count, ratio, stated } from './parts.ts'

/** How many of the visitors who were first there in one week came in the weeks after. Weeks without a visitor are 0. */
export const RetentionReport = z.object({
  interval: z.literal('week'),
  ...stated,
  cohorts: z.array(
    z.object({
      week: LocalDate.meta({ description: 'First day of the week in which these visitors were first there.' }),
      visitors: count.nullable().meta({ description: 'Visitors of the cohort; null where they are withheld.' }),
      weeks: z.array(
        z.object({
          week: count.meta({ description: 'Weeks since the first; 0 is the first itself.' }),
          visitors: count.nullable(),
          share: ratio.nullable().meta({ description: 'visitors ÷ visitors of the cohort; null where either is.' }),
          state: ValueState,
          complete,
        }),
      ),
    }),
  ),
})
export type RetentionReport = z.infer<typeof RetentionReport>
