import { z } from 'zod'
import { LocalDate } from '../time/local-date.ts'
import { count, ratio, stated } from './parts.ts'
import { rowKeys } from './stats.ts'

const DropOffs = z.object({
  rows: z.array(z.object({ key: rowKeys.key, visitors: count.nullable() })),
  other: count.nullable().meta({ description: 'Visitors of all other keys.' }),
})
const ReachedStep = z.object({
  visitors: count.nullable(),
  conversion_from_previous: ratio.nullable(),
  conversion_from_first: ratio.nullable(),
  median_seconds_from_previous: z.number().nullable().optional().meta({
    description: 'With drop_offs: from the step before, of the visitors who reached this one; null on the first.',
  }),
})
const DroppedOff = z.object({
  visitors: count.nullable(),
  sources: DropOffs.meta({ description: 'By source of the visit of their last step: the five of most visitors.' }),
  next_pages: DropOffs.meta({ description: 'By the page they viewed next, (exit) where none: likewise.' }),
})
const funnelShares = { entrants: count.nullable(), conversion_rate: ratio.nullable() }
export const FunnelResult = z.object({
  ...stated,
  from: LocalDate,
  to: LocalDate,
  ...funnelShares,
  steps: z.array(
    ReachedStep.extend({
      dropped_off: DroppedOff.optional().meta({
        description: 'With drop_offs: who reached this step and not the next; not on the last.',
      }),
    }),
  ),
  rows: z
    .array(z.object({ key: rowKeys.key, label: rowKeys.label, ...funnelShares, steps: z.array(ReachedStep) }))
    .optional()
    .meta({ description: 'The funnel for each of the ten largest values of the dimension; null where withheld.' }),
})
export type FunnelResult = z.infer<typeof FunnelResult>
