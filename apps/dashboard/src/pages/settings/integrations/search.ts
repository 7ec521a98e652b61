import * as z from 'zod/mini'
import { lenient } from '../../../statistics/search.ts'

const ReturnSchema = z.object({
  connected: lenient(z.literal(1)),
  problem: lenient(z.string().check(z.regex(/^[a-z_]{1,40}$/))),
})

/** What the service says when it sends somebody back from the provider. */
export type Return = Partial<z.output<typeof ReturnSchema>>

export function parseReturn(search: Readonly<Record<string, unknown>>): Return {
  return ReturnSchema.parse(search)
}
