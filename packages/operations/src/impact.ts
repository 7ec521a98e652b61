import { addDays, dateIn, type Filter, type ReportRange, ServiceUnavailable } from '@footfall/core-domain'
import type { ProductWriteCall } from './definition/call.ts'
import { reportScope } from './report-input.ts'

/** Visitors of the last seven days whom a change would stop counting; undefined while the engine does not answer. */
export async function visitorsPerWeek(call: ProductWriteCall, filters: readonly Filter[]): Promise<number | undefined> {
  return measured(call, 'visitors', lastDays(call, 7), filters)
}

export async function conversionsPerMonth(call: ProductWriteCall, goal: string): Promise<number | undefined> {
  return measured(call, 'conversions', lastDays(call, 30), [{ dimension: 'goal', operator: 'is', values: [goal] }])
}

/** Visits of the last 30 days that pass filters. Throws `InvalidRequest` for filters that no report takes. */
export async function visitsPerMonth(call: ProductWriteCall, filters: readonly Filter[]): Promise<number | undefined> {
  return measured(call, 'visits', lastDays(call, 30), filters)
}

export async function eventsBefore(call: ProductWriteCall, range: ReportRange): Promise<number | undefined> {
  return measured(call, 'events', range, [])
}

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** `1 child token`, `1,200 child tokens`. */
export function counted(count: number, singular: string): string {
  return `${formatCount(count)} ${singular}${count === 1 ? '' : 's'}`
}

async function measured(
  call: ProductWriteCall,
  metric: 'visitors' | 'visits' | 'conversions' | 'events',
  range: ReportRange,
  filters: readonly Filter[],
): Promise<number | undefined> {
  try {
    const scope = await reportScope(call, undefined)
    const { data } = await call
      .reports()
      .query(scope, { metrics: [metric], dimensions: [], ...range, filters, limit: 1, offset: 0 })
    return 'value' in data ? (data.value ?? 0) : 0
  } catch (error) {
    if (error instanceof ServiceUnavailable) return undefined
    throw error
  }
}

/** Days of the product's zone, today included. */
function lastDays({ clock, product }: Pick<ProductWriteCall, 'clock' | 'product'>, days: number): ReportRange {
  const today = dateIn(product.timezone, clock.now())
  return { from: addDays(today, 1 - days), to: today }
}
