import { z } from 'zod'
import { AlertId } from '../ids.ts'
import { WEB_VITALS } from '../page-reports.ts'
import { Timestamp } from '../time/instant.ts'
import { collectedText, mutable, personText } from './common.ts'
import { LastDelivery, ShownDeliveryTarget } from './delivery.ts'

/** How many events must be usual in the hours that an alert of silence is about, so that none of them is no chance. */
export const SILENT_USUAL_MIN = 20

const span = z.enum(['hour', 'day']).meta({ description: 'The last full hour or day, of the clock of the product.' })
const minimum = z.int().min(1).max(1_000_000_000)

/** When an alert tells. The earlier spans are the same hours of the four weeks before, and the usual figure their median. */
export const AlertRule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('spike'),
    span: span.default('hour'),
    percent: z.int().min(10).max(100_000).default(100).meta({ description: 'More visitors than usual, by this much.' }),
    minimum: minimum.default(50).meta({ description: 'Visitors of the span; fewer are never told.' }),
  }),
  z.strictObject({
    kind: z.literal('drop'),
    span: span.default('hour'),
    percent: z.int().min(10).max(100).default(50).meta({ description: 'Fewer visitors than usual, by this much.' }),
    minimum: minimum
      .default(100)
      .meta({ description: 'Usual visitors of the span; where fewer are, nothing is told.' }),
  }),
  z.strictObject({
    kind: z.literal('goal'),
    goal: collectedText(200).meta({ description: 'Name of the goal.' }),
    count: minimum.meta({ description: 'Conversions of a day of the product. It is over with the day.' }),
  }),
  z.strictObject({
    kind: z.literal('silent'),
    hours: z
      .int()
      .min(1)
      .max(72)
      .default(3)
      .meta({ description: `Without an event, where at least ${SILENT_USUAL_MIN} are usual.` }),
  }),
  z.strictObject({
    kind: z.literal('errors'),
    span: span.default('hour'),
    measure: z
      .enum(['errors', ...WEB_VITALS])
      .default('errors')
      .meta({ description: 'The number of script errors, or the 75th percentile of a web vital.' }),
    limit: z
      .number()
      .min(0)
      .max(1_000_000_000)
      .meta({ description: 'More is told: errors, milliseconds, or the score of `cls`.' }),
  }),
])
export type AlertRule = z.infer<typeof AlertRule>

/** Why an alert could not be judged. Nothing is told then, and a state that was told stays. */
export const ALERT_PROBLEMS = [
  'too_little_history',
  'withheld',
  'goal_missing',
  'not_counted_yet',
  'not_collected',
] as const

/** What was found when an alert was last judged. */
export const AlertJudgement = z.object({
  at: Timestamp,
  problem: z.enum(ALERT_PROBLEMS).nullable().meta({
    description:
      'Null where it was judged. too_little_history: fewer than three of the four weeks before were collected; withheld: too few visitors to show them; goal_missing: there is no such goal; not_counted_yet: events of the span still wait to be counted; not_collected: pages do not report what the alert is about.',
  }),
  value: z.number().nullable().meta({
    description: 'Visitors, conversions, events, or what an alert of errors measures; null where it is not known.',
  }),
  usual: z
    .number()
    .nullable()
    .meta({ description: 'What was usual; null for a goal and for errors, and where it is not known.' }),
})
export type AlertJudgement = z.infer<typeof AlertJudgement>

/** Tells once that something happens to a product, and once that it is over. */
export const Alert = z.object({
  id: AlertId,
  name: personText(120),
  rule: AlertRule,
  target: ShownDeliveryTarget,
  enabled: z.boolean().meta({ description: 'false: it is not judged until it is enabled again.' }),
  active_since: Timestamp.nullable().meta({ description: 'When it told that it happens; null where it does not.' }),
  last_judgement: AlertJudgement.nullable(),
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  ...mutable,
})
export type Alert = z.infer<typeof Alert>
