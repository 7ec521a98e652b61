import { z } from 'zod'
import { CurrencyCode } from '../entities/common.ts'
import { ProductId } from '../ids.ts'
import { change, count, previous, ratio, stated } from './parts.ts'
import { comparedPeriod } from './stats.ts'

export const GoalsReport = z.object({
  ...stated,
  visitors: count.nullable(),
  goals: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullable(),
      kind: z.enum(['pageview', 'custom']),
      products: z.array(ProductId).optional().meta({ description: 'Those of several that have it, if not all.' }),
      ...stated,
      conversions: count.nullable(),
      previous: previous.optional().meta({ description: 'Conversions of the earlier period.' }),
      change: change.optional(),
      converted_visitors: count.nullable(),
      conversion_rate: ratio.nullable(),
      revenue: z.object({ amount: z.string(), currency: CurrencyCode }).nullable(),
    }),
  ),
  comparison: z.object({ ...comparedPeriod, ...stated }).optional(),
})
export type GoalsReport = z.infer<typeof GoalsReport>
