import * as z from 'zod/mini'
import { filtersOf } from '../../statistics/filters.ts'
import { lenient } from '../../statistics/search.ts'

/** A question takes as many products. */
export const PRODUCTS_MAX = 50
export const PRODUCTS_MIN = 2

/** Counts, which add up over products. */
export const SUMMED_METRICS = ['visitors', 'visits', 'pageviews', 'events', 'conversions'] as const
export type SummedMetric = (typeof SUMMED_METRICS)[number]

export const SUMMED_PERIODS = ['7d', '28d', '30d', '90d', '12mo', 'this_month', 'last_month'] as const

const SeveralSchema = z.object({
  /** All products where it is absent. */
  products: lenient(
    z
      .array(z.string().check(z.regex(/^prd_[A-Za-z0-9_-]{1,64}$/)))
      .check(z.minLength(PRODUCTS_MIN), z.maxLength(PRODUCTS_MAX)),
  ),
  period: lenient(z.enum(SUMMED_PERIODS)),
  metric: lenient(z.enum(SUMMED_METRICS)),
  filters: z.optional(z.pipe(z.unknown(), z.transform(filtersOf))),
})
export type SeveralSearch = Partial<z.output<typeof SeveralSchema>>

export function parseSeveral(search: Readonly<Record<string, unknown>>): SeveralSearch {
  return SeveralSchema.parse(search)
}
