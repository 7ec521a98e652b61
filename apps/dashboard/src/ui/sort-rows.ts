import type { Column } from './column.ts'

/** The order of a table: the id of a column, and which values come first. */
export interface RowOrder {
  readonly id: string
  readonly direction: 'ascending' | 'descending'
}

/** The rows in an order. Rows without a value come last in either direction; equal ones stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: RowOrder | undefined,
): readonly Row[] {
  const read = columns.find(({ id }) => id === order?.id)?.value
  if (order === undefined || read === undefined) return rows
  const sign = order.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The order after a heading was pressed: numbers begin with the greatest, texts with the first; then the other way. */
export function nextOrder<Row>({ id, numeric = false }: Column<Row>, order: RowOrder | undefined): RowOrder {
  if (order?.id !== id) return { id, direction: numeric ? 'descending' : 'ascending' }
  return { id, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}
