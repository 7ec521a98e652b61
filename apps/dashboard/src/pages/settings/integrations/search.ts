import * as z from 'zod/mini'
import { lenient } from '../../../statistics/search.ts'

const ReturnSchema = z.object({
  connected: lenient(z.literal(1)),
  problem: lenient(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
})

/** Search parameters after the return from the provider. */
type ReturnSearch = Partial<z.output<typeof ReturnSchema>>

export function parseReturn(search: Readonly<Record<string, unknown>>): ReturnSearch {
  return ReturnSchema.parse(search)
}
