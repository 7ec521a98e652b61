import type { FunnelsQuery, ReportScope } from '@footfall/core-domain'
import { allOf, oneOf, type Sql, sql } from '@footfall/warehouse'
import { toNumber } from '../cache/reader.ts'
import type { Cell } from '../read/suppression.ts'
import type { StepRows } from '../sql/funnels.ts'
import type { RangeContext } from './context.ts'

/** Whether a reader's own steps, like filters, could reveal a visitor. */
export function hasGuardedSteps({ discreet, preferences }: ReportScope, { isAdHoc }: FunnelsQuery): boolean {
  return discreet === true && isAdHoc === true && preferences.suppression_threshold > 0
}

/** All visitors who could take a step. */
export async function readEverybody(context: RangeContext, { from, rows, person }: StepRows): Promise<number> {
  const [row] = await context.rows<{ people: string }>(
    sql`SELECT uniqExact(${person}) AS people FROM ${from} WHERE ${rows}`,
  )
  return toNumber(row?.people)
}

export function stepCell(visitors: number, wider: readonly number[]): Cell {
  return { people: visitors, value: visitors, complements: wider.map((all) => all - visitors) }
}

/** The reader's own steps before which too few visitors stopped: the visitors of the step would reveal these few. */
export function lostFew(
  everybody: number | undefined,
  reached: readonly number[],
  threshold: number,
): readonly boolean[] {
  if (everybody === undefined) return []
  let before = everybody
  return reached.map((visitors) => {
    const lost = before - visitors
    if (lost > 0 && lost < threshold) return true
    before = visitors
    return false
  })
}

/** All visitors who could take a step, by the values of a dimension. */
export async function readEverybodyBy(
  context: RangeContext,
  value: Sql,
  keys: readonly { readonly group_key: string }[],
  { from, rows, person }: StepRows,
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map()
  const isListed = oneOf(
    sql`toString(${value})`,
    keys.map(({ group_key }) => group_key),
  )
  const counted = await context.rows<{ group_key: string; people: string }>(
    sql`SELECT toString(${value}) AS group_key, uniqExact(${person}) AS people FROM ${from}
  WHERE ${allOf([rows, isListed])} GROUP BY group_key`,
  )
  return new Map(counted.map(({ group_key, people }) => [group_key, toNumber(people)]))
}
