import type { ReactNode } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/table.tsx'
import { saveCsv, toCsv } from './csv.ts'

interface ExportTableProps<Row> {
  /** The file without its ending. */
  readonly name: string
  /** What is in it, for screen readers. */
  readonly what: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
}

/** Saves the rows of a table as CSV. */
export function ExportTable<Row>({ name, what, columns, rows }: ExportTableProps<Row>): ReactNode {
  return (
    <Button
      aria-label={t('crawlers.export', { what })}
      aligned="right"
      kind="quiet"
      onClick={() => saveCsv(`${name}.csv`, tableCsv(columns, rows))}
      size="small"
    >
      {t('breakdowns.export_csv')}
    </Button>
  )
}

/** The columns that have values, under their headings. */
export function tableCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const saved = columns.flatMap(({ header, label, value }) =>
    value === undefined ? [] : [{ heading: label ?? (typeof header === 'string' ? header : ''), value }],
  )
  return toCsv([saved.map(({ heading }) => heading), ...rows.map((row) => saved.map(({ value }) => value(row)))])
}
