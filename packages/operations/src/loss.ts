import {
  type Filter,
  LocalDate,
  type Product,
  type ReportRange,
  ServiceUnavailable,
  timestamp,
} from '@footfall/core-domain'
import type { ProductWriteCall } from './definition/call.ts'
import { reportScope } from './report-input.ts'

const DAY_MS = 86_400_000

/**
 * What a change would stop counting, measured over the last seven days. Where the engine is away the warning says that
 * it could not be measured: a preview is still worth having.
 */
export async function visitorsPerWeek(call: ProductWriteCall, filters: readonly Filter[]): Promise<number | undefined> {
  return measured(call, 'visitors', lastDays(call, 7), filters)
}

export async function conversionsPerMonth(call: ProductWriteCall, goal: string): Promise<number | undefined> {
  return measured(call, 'conversions', lastDays(call, 30), [{ dimension: 'goal', operator: 'is', values: [goal] }])
}

export async function eventsBefore(call: ProductWriteCall, range: ReportRange): Promise<number | undefined> {
  return measured(call, 'events', range, [])
}

/** A number as a person reads it. */
export function plainly(count: number): string {
  return count.toLocaleString('en')
}

async function measured(
  call: ProductWriteCall,
  metric: 'visitors' | 'conversions' | 'events',
  range: ReportRange,
  filters: readonly Filter[],
): Promise<number | undefined> {
  try {
    const scope = await reportScope(call, undefined)
    const { data } = await call.reports().query(scope, { metric, ...range, filters, limit: 1, offset: 0 })
    return data.value ?? 0
  } catch (error) {
    if (error instanceof ServiceUnavailable) return undefined
    throw error
  }
}

function lastDays({ clock }: { clock: ProductWriteCall['clock']; product: Product }, days: number): ReportRange {
  const now = clock.now()
  return { from: dayOf(now - (days - 1) * DAY_MS), to: dayOf(now) }
}

export function dayOf(epochMs: number): LocalDate {
  return LocalDate.parse(timestamp(epochMs).slice(0, 10))
}
