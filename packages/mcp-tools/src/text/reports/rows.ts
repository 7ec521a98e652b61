import type { StatsRow } from '@footfall/core-domain'
import { type Column, column } from '../cells.ts'
import { keyAt, type ReportContext, textAt } from './report.ts'
import { countCell, peopleCell } from './values.ts'

type KeyedRow = Pick<StatsRow, 'key' | 'keys' | 'label' | 'visitors'>

/** The columns that say what a row is of: its key, those of further dimensions, and its label. */
export function keyColumns<Row extends KeyedRow>(rows: readonly Row[], context: ReportContext): readonly Column<Row>[] {
  const keys = Math.max(0, ...rows.map((row) => row.keys?.length ?? 0))
  const further = Array.from({ length: Math.max(0, keys - 1) }, (_, i) =>
    column<Row>(`keys[${i + 1}]`, (row) => {
      const key = row.keys?.[i + 1]
      return key === undefined ? undefined : keyAt('data.rows[].keys[]', key, context)
    }),
  )
  return [
    column<Row>('key', (row) => keyAt('data.rows[].key', row.key, context)),
    ...further,
    ...(rows.some((row) => row.label !== undefined)
      ? [column<Row>('label', (row) => row.label && textAt('data.rows[].label', row.label, context))]
      : []),
  ]
}

export const visitorsColumn = <Row extends KeyedRow>() =>
  column<Row>('visitors', ({ visitors }) => peopleCell(visitors))

/** The denominators of the shares and averages of rows, if they have one. */
export function denominatorColumns<Row extends Pick<StatsRow, 'of'>>(rows: readonly Row[]): readonly Column<Row>[] {
  if (rows.every(({ of }) => of === undefined)) return []
  return [column<Row>('of visitors', ({ of }) => countCell(of?.visitors ?? null))]
}
