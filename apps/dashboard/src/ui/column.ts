import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly header: ReactNode
  /** The name above a value on a phone, where the heading holds more than its name. */
  readonly label?: string
  readonly cell: (row: Row) => ReactNode
  /** What rows are sorted by and a file has; null where there is none. Its heading sorts if it is a text. */
  readonly value?: (row: Row) => string | number | null
  /** Aligned right. */
  readonly numeric?: boolean
  /** Text that takes a line of its own on a phone. */
  readonly wide?: boolean
  /** The order of the rows, in the column by which they are sorted. */
  readonly sorted?: 'ascending' | 'descending' | undefined
}
