import { z } from 'zod'
import { ProductId, ReportId } from '../ids.ts'
import { Timestamp } from '../time/instant.ts'
import { TimeZone } from '../time/time-zone.ts'
import { mutable, personText } from './common.ts'
import { LastDelivery, ShownDeliveryTarget } from './delivery.ts'

const hour = z.int().min(0).max(23).meta({ description: 'The hour at which it is sent, in its time zone.' })

/** When a report is sent. */
export const ReportSchedule = z.discriminatedUnion('every', [
  z.strictObject({
    every: z.literal('week'),
    weekday: z.int().min(1).max(7).meta({ description: '1 is Monday. It covers the seven days before.' }),
    hour,
  }),
  z.strictObject({
    every: z.literal('month'),
    day: z
      .int()
      .min(1)
      .max(31)
      .meta({ description: 'The last day in months that are shorter. It covers the calendar month before.' }),
    hour,
  }),
])
export type ReportSchedule = z.infer<typeof ReportSchedule>

/** A report that is sent each week or month, about one product or about all products of an account. */
export const ScheduledReport = z.object({
  id: ReportId,
  product: ProductId.nullable().meta({ description: 'Null for a report about all products of an account.' }),
  name: personText(120),
  schedule: ReportSchedule,
  timezone: TimeZone.meta({
    description: 'Of the schedule: that of the product, or of the report where it is about all.',
  }),
  target: ShownDeliveryTarget,
  enabled: z.boolean().meta({ description: 'false: nothing is sent until it is enabled again.' }),
  next_at: Timestamp.nullable().meta({ description: 'When it is sent next; null while it is disabled.' }),
  last_delivery: LastDelivery.nullable(),
  created_at: Timestamp,
  ...mutable,
})
export type ScheduledReport = z.infer<typeof ScheduledReport>
