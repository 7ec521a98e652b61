import { DAY_MS, DAY_SECONDS, SECOND_MS } from '@footfall/core-domain'
import {
  DAY_PARTS,
  type DayFigure,
  type DayPart,
  dayColumn,
  EVENT_FIGURES,
  identifier,
  integer,
  type Sql,
  sql,
  VISIT_FIGURES,
} from '@footfall/warehouse'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { DAY_AGGREGATES } from '../days/day-aggregates.ts'

/** A column of `day_figures` that holds a figure, and how it is computed from rows of `events`. */
export interface FigureColumn {
  readonly name: Sql
  /** Whether it is grouped by the keys of the event, or by those of any event of the visit. */
  readonly kind: 'events' | 'visits'
  /** `cutAfterMs`: when the day is parted, after it began. */
  value(cutAfterMs: number): Sql
}

type Kind = FigureColumn['kind']

export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  { name: identifier('visitors'), kind: 'events', value: () => DAY_AGGREGATES.visitors((condition) => condition) },
  ...(['visitors', ...EVENT_FIGURES] as const).flatMap((figure) => partsOf(figure, 'events')),
  ...VISIT_FIGURES.flatMap((figure) => partsOf(figure, 'visits')),
]

function partsOf(figure: DayFigure, kind: Kind): readonly FigureColumn[] {
  return DAY_PARTS.map((part) => ({
    name: identifier(dayColumn(figure, part)),
    kind,
    value: (cutAfterMs) =>
      DAY_AGGREGATES[figure]((condition) => sql`(${condition}) AND ${isIn(part, kind, cutAfterMs)}`),
  }))
}

/** Whether a row belongs to a part of the day: by when it happened, or by when its visit began. */
function isIn(part: DayPart, kind: Kind, cutAfterMs: number): Sql {
  const comparison = part === 'before' ? sql`<` : sql`>=`
  if (kind === 'visits')
    return sql`toUnixTimestamp(visit_start) % ${integer(DAY_SECONDS)} ${comparison} ${integer(cutAfterMs / SECOND_MS)}`
  return sql`toUnixTimestamp64Milli(ts) ${comparison} ${DAY_OF_VISIT} * ${integer(DAY_MS)} + ${integer(cutAfterMs)}`
}
