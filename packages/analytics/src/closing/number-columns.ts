import { DAY_MS, DAY_SECONDS, SECOND_MS } from '@footfall/core-domain'
import {
  allOf,
  DAY_PARTS,
  type DayNumber,
  type DayPart,
  type DayTraffic,
  dayColumn,
  EVENT_NUMBERS,
  identifier,
  integer,
  rowsOfTraffic,
  type Sql,
  sql,
  VISIT_NUMBERS,
} from '@footfall/warehouse'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { DAY_AGGREGATES } from '../days/day-aggregates.ts'

/** A column of `day_figures` that holds a number, and how it is computed from rows of `events`. */
export interface NumberColumn {
  readonly name: Sql
  /** Whether it is grouped by the keys of the event, or by those of any event of the visit. */
  readonly kind: 'events' | 'visits'
  /** Of visits of one kind. `cutAfterMs`: when the day is parted, after it began. */
  value(cutAfterMs: number, traffic: DayTraffic): Sql
}

type Kind = NumberColumn['kind']

export const NUMBER_COLUMNS: readonly NumberColumn[] = [
  { name: identifier('visitors'), kind: 'events', value: (_, traffic) => ofTraffic('visitors', sql`1`, traffic) },
  ...(['visitors', ...EVENT_NUMBERS] as const).flatMap((number) => partsOf(number, 'events')),
  ...VISIT_NUMBERS.flatMap((number) => partsOf(number, 'visits')),
]

function partsOf(number: DayNumber, kind: Kind): readonly NumberColumn[] {
  return DAY_PARTS.map((part) => ({
    name: identifier(dayColumn(number, part)),
    kind,
    value: (cutAfterMs, traffic) => ofTraffic(number, isIn(part, kind, cutAfterMs), traffic),
  }))
}

/** Of the rows that a statement for visits of this kind reads. */
function ofTraffic(number: DayNumber, condition: Sql, traffic: DayTraffic): Sql {
  const of = (rows: Sql) => DAY_AGGREGATES[number]((own) => allOf([own, condition, rows]))
  if (traffic !== 'added') return of(sql`1`)
  // Visitors are distinct: those with a visit of a person are counted there.
  return number === 'visitors'
    ? sql`toUInt64(${of(sql`1`)} - ${of(rowsOfTraffic('human'))})`
    : of(rowsOfTraffic('suspected'))
}

/** Whether a row belongs to a part of the day: by when it happened, or by when its visit began. */
function isIn(part: DayPart, kind: Kind, cutAfterMs: number): Sql {
  const comparison = part === 'before' ? sql`<` : sql`>=`
  if (kind === 'visits')
    return sql`toUnixTimestamp(visit_start) % ${integer(DAY_SECONDS)} ${comparison} ${integer(cutAfterMs / SECOND_MS)}`
  return sql`toUnixTimestamp64Milli(ts) ${comparison} ${DAY_OF_VISIT} * ${integer(DAY_MS)} + ${integer(cutAfterMs)}`
}
