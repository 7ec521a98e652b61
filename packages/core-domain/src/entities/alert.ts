import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'

/** The stored rule of an alert. Each kind has its own fields. */
export type StoredRule = Readonly<Record<string, unknown>> & { readonly kind: string }

/** Why an alert could not be evaluated. It then sends nothing and keeps its state. */
const ALERT_PROBLEMS = ['too_little_history', 'withheld', 'goal_missing', 'not_counted_yet', 'not_collected'] as const

/** The result of the last evaluation of an alert. */
export const AlertEvaluation = z.object({
  at: Timestamp,
  problem: z.enum(ALERT_PROBLEMS).nullable().meta({
    description:
      'Null if it was evaluated. too_little_history: fewer than three of the four weeks before were collected; withheld: too few visitors to show them; goal_missing: there is no such goal; not_counted_yet: events of the period still wait to be counted; not_collected: pages do not report what the alert is about.',
  }),
  value: z.number().nullable().meta({
    description: 'Visitors, conversions, events, or what an alert of errors measures; null where it is not known.',
  }),
  usual: z
    .number()
    .nullable()
    .meta({ description: 'What was usual; null for a goal and for errors, and where it is not known.' }),
})
export type AlertEvaluation = z.infer<typeof AlertEvaluation>
