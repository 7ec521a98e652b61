import { EVIDENCE_BITS } from '@footfall/warehouse'
import type { Place } from './place.ts'

/** Days of the demo that questions are about, both included, in the zone of the product. */
export interface DateRange {
  readonly product: keyof Place['products']
  readonly from: string
  readonly to: string
}

const ZONES: Readonly<Record<keyof Place['products'], string>> = {
  website: 'Europe/Berlin',
  docs: 'America/New_York',
  silent: 'Europe/Berlin',
  shop: 'UTC',
  clinic: 'UTC',
}

export const OCTOBER: DateRange = { product: 'website', from: '2026-10-01', to: '2026-10-31' }
export const SEPTEMBER: DateRange = { product: 'website', from: '2026-09-01', to: '2026-09-30' }

/** What a visitor did; leaving a page is not an action. */
export const VISITORS = "uniqExactIf(visitor, kind != 'engagement')"

/** Answers leave suspected automation out by default. */
const OF_PEOPLE = `evidence < ${EVIDENCE_BITS.suspected}`

/** A condition on rows of `events`: the date range, people only, and what else holds. */
export function within(place: Place, { product, from, to }: DateRange, also = '1'): string {
  const day = `toDate(ts, '${ZONES[product]}')`
  return `product_id = '${place.products[product]}' AND ${day} BETWEEN '${from}' AND '${to}' AND ${OF_PEOPLE} AND (${also})`
}

/** The only row of a SELECT, every value as a number. */
export async function numbers(place: Place, select: string): Promise<Readonly<Record<string, number>>> {
  const [row] = await place.rows<Record<string, string | number>>(select)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]))
}

export async function count(place: Place, expression: string, range: DateRange, also?: string): Promise<number> {
  const { n } = await numbers(place, `SELECT ${expression} AS n FROM events WHERE ${within(place, range, also)}`)
  return n ?? Number.NaN
}

/** The value of a column with the largest metric, and that metric. Empty values are left out. */
export async function first(
  place: Place,
  column: string,
  expression: string,
  range: DateRange,
  also?: string,
): Promise<{ readonly key: string; readonly n: number }> {
  const [row] = await place.rows<{ key: string; n: string }>(
    `SELECT ${column} AS key, ${expression} AS n FROM events WHERE ${within(place, range, also)} AND key != '' GROUP BY key ORDER BY n DESC LIMIT 1`,
  )
  return { key: row?.key ?? '', n: Number(row?.n) }
}

/** Visitors who took the steps in this order within so many seconds, for each step. */
export async function funnel(
  place: Place,
  range: DateRange,
  seconds: number,
  steps: readonly string[],
): Promise<number[]> {
  const reached = steps.map((_, i) => `countIf(level > ${i}) AS s${i}`).join(', ')
  const row = await numbers(
    place,
    `SELECT ${reached} FROM (SELECT visitor, windowFunnel(${seconds * 1_000})(toUInt64(toUnixTimestamp64Milli(ts)), ${steps.join(', ')}) AS level
      FROM events WHERE ${within(place, range, "kind != 'engagement'")} GROUP BY visitor)`,
  )
  return steps.map((_, i) => row[`s${i}`] ?? Number.NaN)
}

/** Share of the visits that began in the range with one page and nothing else. */
export async function bounceRate(place: Place, { product, from, to }: DateRange, also = '1'): Promise<number> {
  const { rate } = await numbers(
    place,
    `SELECT avg(views < 2 AND acts = 0) AS rate FROM (
      SELECT visit, min(ts) AS began, countIf(kind = 'pageview') AS views, countIf(kind = 'custom') AS acts FROM events
      WHERE product_id = '${place.products[product]}' AND ${OF_PEOPLE} AND (${also}) GROUP BY visit
      HAVING toDate(began, '${ZONES[product]}') BETWEEN '${from}' AND '${to}')`,
  )
  return rate ?? Number.NaN
}
