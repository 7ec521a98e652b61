import * as z from 'zod/mini'
import { lenient } from '../../statistics/search.ts'

export const SUMMARY_PERIODS = ['7d', '30d'] as const
export type SummaryPeriod = (typeof SUMMARY_PERIODS)[number]

export const PRODUCT_ORDERS = ['visitors', 'change', 'name', 'created'] as const
export type ProductOrder = (typeof PRODUCT_ORDERS)[number]

const HomeSchema = z.object({
  period: lenient(z.enum(SUMMARY_PERIODS)),
  order: lenient(z.enum(PRODUCT_ORDERS)),
  find: lenient(z.string().check(z.maxLength(200))),
})
export type HomeSearch = Partial<z.output<typeof HomeSchema>>

export function parseHome(search: Readonly<Record<string, unknown>>): HomeSearch {
  return HomeSchema.parse(search)
}
