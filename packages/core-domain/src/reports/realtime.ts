import { z } from 'zod'
import { Timestamp } from '../time/instant.ts'
import { AnsweredProduct, ProductsMeta, WrittenByVisitors } from './meta.ts'
import { count, stated } from './parts.ts'

const Ranked = z.object({ key: z.string(), visitors: count })
/** What an answer about current visitors says about its products. */
export const RealtimeMeta = ProductsMeta.extend({
  products: z.array(AnsweredProduct.pick({ id: true, name: true })).optional(),
  written_by_visitors: WrittenByVisitors,
}).optional()

export const RealtimeReport = z.object({
  ...stated,
  active_visitors: count.nullable().meta({ description: 'Visitors with an event in the last `active_minutes`.' }),
  active_minutes: count.meta({ description: '5: the minutes of `active_visitors`.' }),
  window_minutes: count.meta({ description: '30: the minutes of all other numbers, including the current one.' }),
  visitors: count.nullable().meta({ description: 'Visitors with an event in the last `window_minutes`.' }),
  pageviews: count.nullable().meta({ description: 'Pageviews of the last `window_minutes`.' }),
  minutes: z.array(z.object({ start: Timestamp, pageviews: count, visitors: count })),
  pages: z.array(Ranked),
  sources: z.array(Ranked),
  countries: z.array(Ranked),
})
export type RealtimeReport = z.infer<typeof RealtimeReport>
