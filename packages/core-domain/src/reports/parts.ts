import { z } from 'zod'
import { StateReason, ValueState } from '../statistics.ts'

/** Whether there is a number, and if not, why. A zero is always one that was counted. */
export const stated = { state: ValueState, reason: StateReason.nullable() }
export const count = z.int().min(0)
export const ratio = z.number()

export const start = z
  .string()
  .meta({ description: 'RFC 3339 instant with the zone’s offset at which the interval starts.' })
export const complete = z.boolean().meta({ description: 'False while the interval is still running.' })
export const StatsValue = z.object({ value: z.number().nullable(), state: ValueState })
export type StatsValue = z.infer<typeof StatsValue>
/** The earlier value of a comparison, and (value − earlier value) ÷ earlier value; null where there is none. */
export const previous = z.number().nullable()
export const change = ratio.nullable().meta({
  description: '(value − earlier value) ÷ earlier value; null when either is missing or the earlier one is zero.',
})

/** Accompanies each value of a metric that is divided by visitors. */
const Denominator = z.object({ visitors: count.nullable() })
export type Denominator = z.infer<typeof Denominator>
export const of = Denominator.optional().meta({
  description:
    'The denominator of conversion_rate and revenue_per_visitor: the visitors who could have converted or paid; null if they have no value or are withheld.',
})
