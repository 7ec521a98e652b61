import type { Metric, ProductId, StateReason, TrackedEvent, ValueState } from '@footfall/core-domain'
import { type Sql, second, sql, text } from '@footfall/warehouse'
import type { Span } from './filters.ts'
import type { Reader } from './reader.ts'
import type { ResolvedSpan } from './span.ts'

/**
 * What a product ever collected, asked only where an answer would otherwise be a zero or nothing. All but the search
 * for a kind of event that never came read a few rows of the rollup.
 */
export interface Facts {
  /** Start of the quarter of an hour of the first event, in seconds; undefined when there never was one. */
  firstEvent(): Promise<number | undefined>
  collectedIn(span: Span): Promise<boolean>
  /** Whether the product ever sent what a metric is made of. */
  collects(metric: Metric, goals: readonly TrackedEvent[]): Promise<boolean>
}

export interface Stated {
  readonly state: ValueState
  readonly reason: StateReason | null
}
export const AVAILABLE: Stated = { state: 'available', reason: null }
export const EMPTY: Stated = { state: 'empty', reason: 'no_data_collected' }
export const WITHHELD: Stated = { state: 'withheld', reason: 'below_suppression_threshold' }
export const unavailable = (reason: StateReason): Stated => ({ state: 'unavailable', reason })

/** What a metric cannot be without, as rows of `events`. */
const MADE_OF: Partial<Readonly<Record<Metric, Sql>>> = {
  revenue: sql`currency != ''`,
  time_on_page: sql`engaged_ms > 0`,
  scroll_depth: sql`scroll > 0`,
}

export function factsOf(reader: Reader, product: ProductId): Facts {
  const id = text(product)
  const any = async (statement: Sql) => (await reader.rows(product, statement)).length > 0
  const firstEvent = async () => {
    const rows = await reader.rows<{ at: string; n: string }>(
      product,
      sql`SELECT toUnixTimestamp(min(t)) AS at, count() AS n FROM events_15m WHERE product_id = ${id}`,
    )
    return rows[0] && rows[0].n !== '0' ? Number(rows[0].at) : undefined
  }
  return {
    firstEvent,
    collectedIn: ({ start, end }) =>
      any(sql`SELECT 1 AS n FROM events_15m WHERE product_id = ${id}
        AND t >= toStartOfFifteenMinutes(${second(start * 1000)}) AND t < ${second(end * 1000)} LIMIT 1`),
    async collects(metric, goals) {
      if ((metric === 'conversions' || metric === 'conversion_rate') && goals.length === 0) return false
      const condition = MADE_OF[metric]
      if (!condition) return (await firstEvent()) !== undefined
      return any(sql`SELECT 1 AS n FROM events WHERE product_id = ${id} AND ${condition} LIMIT 1`)
    },
  }
}

/** The state of a whole span in which nothing was found. */
export async function stateOfNothing(facts: Facts, span: ResolvedSpan): Promise<Stated> {
  const first = await facts.firstEvent()
  if (first === undefined) return EMPTY
  if (span.asked.end <= first) return unavailable('before_first_event')
  return (await facts.collectedIn(span.kept)) ? AVAILABLE : EMPTY
}
