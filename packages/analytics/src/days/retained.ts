import { type AskedScope, DAY_MS, dateIn, firstKeptDay } from '@footfall/core-domain'
import { type Sql, sql } from '@footfall/warehouse'
import { type ResolvedRange, resolveRange } from '../calendar/date-range.ts'
import { ofProduct, within } from './rows-within.ts'

/** Everything that is kept of a product, to the end of the running day, suspected automation included. */
export function retained(scope: AskedScope, nowMs: number): ResolvedRange {
  const today = dateIn(scope.timezone, nowMs)
  const range = resolveRange(scope, { from: firstKeptDay(scope.timezone, scope.preferences, nowMs), to: today }, nowMs)
  // Clocks of senders may be ahead.
  return { ...range, kept: { ...range.kept, endMs: range.kept.endMs + DAY_MS, traffic: 'all' } }
}

/** The rows of all events that are kept of a product. */
export function retainedRows(scope: AskedScope, nowMs: number): Sql {
  return sql`${ofProduct(scope.product)} AND ${within(retained(scope, nowMs).kept)}`
}
