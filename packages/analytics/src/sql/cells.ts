import { type Sql, sql } from '@footfall/warehouse'
import type { Bucketing } from '../calendar/buckets.ts'
import type { ComputedMetric, Formula } from '../definitions/metric.ts'
import { bucketName, keyName, peopleName, valueName } from './columns.ts'

/** What the numbers of a pass are grouped by. */
export type Grouping = 'none' | 'rows' | Bucketing

/** The cells of one pass: a SELECT up to its FROM and WHERE, and what to group it by. */
export interface Cells {
  /** Without the groups. */
  readonly columns: readonly Sql[]
  readonly groups: readonly Sql[]
  readonly from: Sql
  /** The names of the groups. */
  readonly groupBy: readonly Sql[]
  /** Whether a group holds anything that a metric is about that was asked for. */
  readonly present: Sql
}

export function valueColumns(
  at: number,
  metric: ComputedMetric,
  { value, visitors }: Pick<Formula, 'value' | 'visitors'>,
  threshold: number,
): readonly Sql[] {
  const number = metric.isAverage
    ? sql`if(isFinite((${value}) AS raw_${valueName(at)}), raw_${valueName(at)}, NULL) AS ${valueName(at)}`
    : sql`toNullable(toFloat64(${value})) AS ${valueName(at)}`
  return threshold > 0 ? [number, sql`toUInt64(${visitors}) AS ${peopleName(at)}`] : [number]
}

export function bucketOf(grouping: Grouping, instant: Sql): Sql | undefined {
  return typeof grouping === 'string' ? undefined : grouping.keyOf(instant)
}

export function grouped(keys: readonly Sql[], bucket: Sql | undefined): Pick<Cells, 'groups' | 'groupBy'> {
  return {
    groups: [
      ...keys.map((key, i) => sql`${key} AS ${keyName(i)}`),
      ...(bucket ? [sql`${bucket} AS ${bucketName}`] : []),
    ],
    groupBy: [...keys.map((_, i) => keyName(i)), ...(bucket ? [bucketName] : [])],
  }
}
