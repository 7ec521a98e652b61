import {
  addDays,
  dateIn,
  type Filter,
  type ReportHint,
  type ReportRange,
  ServiceUnavailable,
  type StatsAnswer,
} from '@footfall/core-domain'
import type { ProductWriteCall } from '../definition/call.ts'
import { reportScope } from '../inputs/report-input.ts'

/** The end of a sentence about an effect, during an outage of the engine. */
export const UNMEASURED = 'the effect could not be measured now'

/** Visits of the last 30 days that pass filters, with hints; undefined during an outage of the engine. */
export async function visitsPerMonth(
  call: ProductWriteCall,
  filters: readonly Filter[],
): Promise<{ readonly visits: number | null; readonly hints: readonly ReportHint[] } | undefined> {
  const answer = await asked(call, 'visits', lastDays(call, 30), filters)
  if (answer === undefined) return undefined
  return { visits: shownValue(answer), hints: answer.meta.hints ?? [] }
}

export async function eventsBefore(call: ProductWriteCall, range: ReportRange): Promise<number | undefined> {
  const answer = await asked(call, 'events', range, [])
  return answer && (shownValue(answer) ?? 0)
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** `Members who lose access: 4.` of each count that is not zero, since what is not affected needs no warning. */
export function affectedCounts(counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${formatCount(count)}.`]))
}

/** `1 child token`, `1,200 child tokens`. */
export function counted(count: number, singular: string): string {
  return `${formatCount(count)} ${singular}${count === 1 ? '' : 's'}`
}

/** Undefined during an outage of the engine. Throws `InvalidRequest` for filters that no report accepts. */
async function asked(
  call: ProductWriteCall,
  metric: 'visits' | 'events',
  range: ReportRange,
  filters: readonly Filter[],
): Promise<StatsAnswer | undefined> {
  try {
    const scope = await reportScope(call, undefined)
    const query = { metrics: [metric], dimensions: [], ...range, filters, limit: 1, offset: 0 }
    return await call.reports().query(scope, query)
  } catch (error) {
    if (error instanceof ServiceUnavailable) return undefined
    throw error
  }
}

/** Null if it is withheld. */
function shownValue({ data }: StatsAnswer): number | null {
  if (!('value' in data)) return 0
  return data.state === 'withheld' ? null : (data.value ?? 0)
}

/** Days of the product's zone, today included. */
function lastDays({ clock, product }: Pick<ProductWriteCall, 'clock' | 'product'>, days: number): ReportRange {
  const today = dateIn(product.timezone, clock.now())
  return { from: addDays(today, 1 - days), to: today }
}
