import { expect, it } from 'vitest'
import type { Column } from './column.ts'
import { nextOrder, sortRows } from './sort-rows.ts'

interface Row {
  readonly name: string
  readonly size: number | null
}
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name },
  { id: 'size', header: 'Size', cell: ({ size }) => size, value: ({ size }) => size, numeric: true },
  { id: 'note', header: 'Note', cell: () => 'none' },
]
const ROWS: readonly Row[] = [
  { name: 'page 10', size: 2 },
  { name: 'page 9', size: null },
  { name: 'Page 1', size: 30 },
  { name: '🙂', size: 2 },
]
const names = (rows: readonly Row[]) => rows.map(({ name }) => name)

it('sorts rows by number, and keeps those without a value last in both directions', () => {
  const by = (direction: 'ascending' | 'descending') => names(sortRows(ROWS, COLUMNS, { id: 'size', direction }))
  expect(by('descending')).toEqual(['Page 1', 'page 10', '🙂', 'page 9'])
  expect(by('ascending')).toEqual(['page 10', '🙂', 'Page 1', 'page 9'])
})

it('sorts rows by text as people do, with page 9 before page 10', () => {
  expect(names(sortRows(ROWS, COLUMNS, { id: 'name', direction: 'ascending' })).slice(1)).toEqual([
    'Page 1',
    'page 9',
    'page 10',
  ])
})

it('keeps the order of the rows for a column that is unknown or has no values', () => {
  for (const id of ['note', 'nothing', '__proto__']) {
    expect(sortRows(ROWS, COLUMNS, { id, direction: 'ascending' })).toBe(ROWS)
  }
  expect(sortRows(ROWS, COLUMNS, undefined)).toBe(ROWS)
})

it('begins with the greatest number and the first text, and turns the order around when pressed again', () => {
  const [name, size] = COLUMNS
  if (name === undefined || size === undefined) throw new TypeError('The table has two columns.')
  expect(nextOrder(size, undefined)).toEqual({ id: 'size', direction: 'descending' })
  expect(nextOrder(size, { id: 'size', direction: 'descending' })).toEqual({ id: 'size', direction: 'ascending' })
  expect(nextOrder(name, { id: 'size', direction: 'descending' })).toEqual({ id: 'name', direction: 'ascending' })
})
