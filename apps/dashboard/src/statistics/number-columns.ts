import type { Column } from '../ui/column.ts'
import { formatCount, formatInstant } from './format.ts'

/** A column of counts. */
export function countColumn<Row>(id: string, header: string, value: (row: Row) => number): Column<Row> {
  return { id, header, numeric: true, value, cell: (row) => formatCount(value(row)) }
}

/** A column of instants, shown in a time zone. */
export function instantColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string,
  timezone: string,
): Column<Row> {
  // On a phone, a date has a line of its own.
  return { id, header, numeric: true, wide: true, value, cell: (row) => formatInstant(value(row), timezone) }
}
