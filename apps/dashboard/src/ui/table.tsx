import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Aligned right. */
  readonly numeric?: boolean
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Shows the caption above the table. */
  readonly captionVisible?: boolean
}

/** Scrolls horizontally when it is too wide; the page does not. */
export function Table<Row>({ caption, columns, rows, rowKey, captionVisible = false }: TableProps<Row>): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={caption} className="overflow-x-auto rounded-card" tabIndex={0}>
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className={captionVisible ? 'px-5 pb-2 text-left text-muted' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr className="border-b text-left text-muted">
            {columns.map((column) => (
              <th className={classes('font-medium', cellClasses(column.numeric))} key={column.id} scope="col">
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr className="border-b last:border-b-0" key={rowKey(row)}>
              {columns.map((column) => (
                <td className={cellClasses(column.numeric)} key={column.id}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Texts may break anywhere, so they need a width. On a phone, the first column stays in view. */
function cellClasses(numeric = false): string {
  return classes(
    'px-3 py-2 first:pl-5 last:pr-5 max-sm:px-2 max-sm:first:pl-4 max-sm:first:sticky max-sm:first:left-0 max-sm:first:bg-surface',
    numeric ? 'text-right whitespace-nowrap' : 'min-w-24 first:min-w-36',
  )
}
