import type { AskedScope, InstantRange } from '@footfall/core-domain'
import { dateTime, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toMs } from '../cache/reader.ts'
import type { ResolvedRange } from '../calendar/date-range.ts'
import type { ComputedMetric } from '../definitions/metric.ts'
import { DATA_PARTS, firstData } from './first-event.ts'
import { retained } from './retained.ts'
import { ofProduct } from './rows-within.ts'

/**
 * What a product ever collected, asked only where an answer would otherwise be a zero or nothing. All but the search
 * for a kind of event that never came read a few rows of the rollup.
 */
export interface CollectedFacts {
  /** Start of the quarter of an hour of the first event; undefined when there never was one. */
  firstEventMs(): Promise<number | undefined>
  /** From when on every product that ever had an event has data; the same as `firstEventMs` for a single one. */
  coveredFromMs(): Promise<number | undefined>
  /** Whether daily numbers of an import are there. */
  hasImportedDays(): Promise<boolean>
  anyIn(range: InstantRange): Promise<boolean>
  /** Whether the product ever sent what a metric is made of. */
  hasMetric(metric: ComputedMetric, hasGoals: boolean): Promise<boolean>
}

/** The same, of all that is kept of the product. */
export interface CollectedData extends CollectedFacts {
  /** Quarters of an hour whose rollup has visits under a class that they had before, in epoch seconds. */
  markedQuarters(): Promise<readonly number[]>
  retained(): ResolvedRange
}

export function collectedData(reader: Reader, scope: AskedScope): CollectedData {
  const { product } = scope
  const own = ofProduct(product)
  const isAny = async (statement: Sql) => (await reader.rows(product, statement)).length > 0
  const firstEventMs = async () => {
    const row = (await firstData(reader, product)).find(({ part }) => part === DATA_PARTS.firstEvent)
    return row && toMs(row.first)
  }
  const hasImportedDays = async () =>
    (await firstData(reader, product)).some(({ part }) => part === DATA_PARTS.imported)
  return {
    firstEventMs,
    async coveredFromMs() {
      if (typeof product === 'string') return firstEventMs()
      const firsts = await reader.rows<{ first: string }>(
        product,
        sql`SELECT toUnixTimestamp(min(t)) AS first FROM events_15m WHERE ${own} GROUP BY product_id`,
      )
      return firsts.length === 0 ? undefined : Math.max(...firsts.map(({ first }) => toMs(first)))
    },
    retained: () => retained(scope, reader.now()),
    hasImportedDays,
    markedQuarters: async () =>
      (await firstData(reader, product))
        .filter(({ part }) => part === DATA_PARTS.marked)
        .map(({ first }) => Number(first)),
    anyIn: ({ startMs, endMs }) =>
      isAny(sql`SELECT 1 AS found FROM events_15m WHERE ${own}
        AND t >= toStartOfFifteenMinutes(${dateTime(startMs)}) AND t < ${dateTime(endMs)} LIMIT 1`),
    async hasMetric(metric, hasGoals) {
      if (metric.needsGoals && !hasGoals) return false
      if (metric.imported !== undefined && (await hasImportedDays())) return true
      if (metric.requires === undefined) return (await firstEventMs()) !== undefined
      return isAny(sql`SELECT 1 AS found FROM events WHERE ${own} AND ${metric.requires} LIMIT 1`)
    },
  }
}
