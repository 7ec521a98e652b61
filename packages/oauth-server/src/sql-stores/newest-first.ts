import type { Page } from '../ports.ts'
import { type Row, rows, type Steps, type Value } from './steps.ts'

/** A condition with a `?` for its value. */
export type Condition = readonly [sql: string, value: Value]

/** One page of a table, newest first by (time, id). */
export function* newestFirst(
  table: string,
  time: 'registered_at' | 'created_at',
  conditions: readonly Condition[],
  { limit, after }: Page,
): Steps<readonly Row[]> {
  const older: Condition[] =
    after === undefined ? [] : [[`(${time}, id) < (select ${time}, id from ${table} where id = ?)`, after]]
  const all = [...conditions, ...older]
  const where = all.length === 0 ? '' : `where ${all.map(([sql]) => sql).join(' and ')}`
  const values = all.map(([, value]) => value)
  return yield* rows(`select * from ${table} ${where} order by ${time} desc, id desc limit ?`, ...values, limit)
}
