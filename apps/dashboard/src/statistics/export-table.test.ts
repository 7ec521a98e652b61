import { expect, it } from 'vitest'
import type { Column } from '../ui/table.tsx'
import { tableCsv } from './export-table.tsx'

interface Row {
  readonly page: string
  readonly seconds: number | null
}
const COLUMNS: readonly Column<Row>[] = [
  { id: 'page', header: 'Page', cell: ({ page }) => page, value: ({ page }) => page },
  { id: 'actions', header: 'Actions', cell: () => 'Edit' },
  { id: 'seconds', header: 'Seconds', cell: () => '', value: ({ seconds }) => seconds, numeric: true },
]

it('saves every column of a table that has values, and leaves a missing one empty', () => {
  const rows = [
    { page: '/a,b', seconds: 1.5 },
    { page: '=cmd()', seconds: null },
    { page: 'שלום 🙂', seconds: 0 },
  ]
  expect(tableCsv(COLUMNS, rows)).toBe('Page,Seconds\r\n"/a,b",1.5\r\n\'=cmd(),\r\nשלום 🙂,0\r\n')
})

it('saves the headings of a table without rows', () => {
  expect(tableCsv(COLUMNS, [])).toBe('Page,Seconds\r\n')
})
