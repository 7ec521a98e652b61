import { type ReactNode, useState } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import type { Column } from './column.ts'
import { SelectField } from './field.tsx'
import { Icon } from './icons.tsx'
import { nextOrder, type RowOrder, sortRows } from './sort-rows.ts'

export type { Column } from './column.ts'

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/** More columns than a phone has room for. */
const STACKED_FROM = 4
/** Blocks that a phone shows first; of so few more, all. */
const BLOCKS_SHOWN = 5
const BLOCKS_MORE_MIN = 3

/**
 * Where it is too wide, the table scrolls and the page does not. On a phone, a row of many columns is a block: its first cell
 * is the heading, and each other cell has its column name above the value.
 */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>): ReactNode {
  const stacked = columns.length >= STACKED_FROM
  const [order, setOrder] = useState<RowOrder>()
  const shown = sortRows(rows, columns, order)
  const [isWhole, setWhole] = useState(false)
  const isCut = stacked && !isWhole && rows.length >= BLOCKS_SHOWN + BLOCKS_MORE_MIN
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={caption} className="overflow-x-auto rounded-card" tabIndex={0}>
      {stacked && <PhoneOrder columns={columns} onOrder={setOrder} order={order} />}
      <table
        className={classes('group/table w-full border-collapse text-sm tabular-nums', stacked && 'max-sm:block')}
        data-stacked={stacked || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className={stacked ? 'max-sm:sr-only' : undefined}>
          <tr className="border-b bg-surface text-left text-muted">
            {columns.map((column) => (
              <th
                aria-sort={column.sorted ?? (order?.id === column.id ? order.direction : undefined)}
                className={classes('font-medium', cellClasses(column.numeric, stacked), 'max-sm:whitespace-normal')}
                key={column.id}
                scope="col"
              >
                <Heading column={column} onOrder={setOrder} order={order} stacked={stacked} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={stacked ? 'max-sm:block' : undefined}>
          {shown.map((row, at) => (
            <tr
              className={classes(
                'border-b bg-surface last:border-b-0 sm:hover:bg-raised',
                stacked && stackedRow(valuesOf(columns)),
                isCut && at >= BLOCKS_SHOWN && 'max-sm:hidden',
              )}
              key={rowKey(row)}
            >
              {columns.map((column, at) => (
                <td
                  className={classes(
                    cellClasses(column.numeric, stacked),
                    column.wide === true && 'max-sm:col-span-full max-sm:basis-full',
                  )}
                  key={column.id}
                >
                  {stacked && at > 0 && (
                    <span aria-hidden="true" className="block text-muted text-xs sm:hidden">
                      {column.label ?? column.header}
                    </span>
                  )}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <div className="px-2.5 pt-1 pb-3 sm:hidden">
          <Button aligned="left" kind="quiet" onClick={() => setWhole(true)} size="small">
            {t('breakdowns.show_all_of', { count: rows.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

interface HeadingProps<Row> {
  readonly column: Column<Row>
  readonly order: RowOrder | undefined
  readonly onOrder: (order: RowOrder) => void
  readonly stacked: boolean
}

/** A heading that sorts, if its column has values. A phone shows none above blocks; a field chooses the order there. */
function Heading<Row>({ column, order, onOrder, stacked }: HeadingProps<Row>): ReactNode {
  const { header, value, id } = column
  if (value === undefined || typeof header !== 'string') return header
  const direction = order?.id === id ? order.direction : undefined
  return (
    <>
      {stacked && <span className="sm:hidden">{header}</span>}
      <button
        className={classes(
          'inline-flex min-h-6 items-center gap-1 font-medium hover:text-text',
          stacked && 'max-sm:hidden',
        )}
        onClick={() => onOrder(nextOrder(column, order))}
        title={t('breakdowns.sort_by', { column: header })}
        type="button"
      >
        {header}
        {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    </>
  )
}

interface PhoneOrderProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly order: RowOrder | undefined
  readonly onOrder: (order: RowOrder | undefined) => void
}

/** The order of blocks on a phone, which have no headings to press. */
function PhoneOrder<Row>({ columns, order, onOrder }: PhoneOrderProps<Row>): ReactNode {
  const sorting = columns.flatMap((column) =>
    column.value !== undefined && typeof column.header === 'string' ? [{ column, label: column.header }] : [],
  )
  if (sorting.length === 0) return null
  return (
    <SelectField
      className="px-5 pb-2 sm:hidden"
      label={t('breakdowns.order')}
      onChange={(chosen) => {
        const column = sorting.find(({ column }) => column.id === chosen)?.column
        onOrder(column && nextOrder(column, undefined))
      }}
      options={[
        ...(order === undefined ? [{ value: '', label: t('breakdowns.as_listed') }] : []),
        ...sorting.map(({ column, label }) => ({ value: column.id, label })),
      ]}
      small
      value={order?.id ?? ''}
    />
  )
}

const STACKED_ROW = 'max-sm:gap-x-2 max-sm:gap-y-1.5 max-sm:px-5 max-sm:py-3'

/** Values beside each other; one that is wide has a line of its own. */
function valuesOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.filter(({ wide }) => wide !== true).length - 1
}

/** Four values fit on one line. More are laid out in columns, so that they align. */
function stackedRow(values: number): string {
  return classes(STACKED_ROW, values === 4 ? 'max-sm:flex max-sm:flex-wrap' : 'max-sm:grid max-sm:grid-cols-3')
}

/** Texts may break anywhere, so they need a width. The first column stays in view; on a phone, of a table of few columns. */
function cellClasses(numeric: boolean | undefined, stacked: boolean): string {
  const phone = stacked
    ? 'max-sm:min-w-[4.6rem] max-sm:p-0 max-sm:first:col-span-full max-sm:first:basis-full max-sm:first:pl-0 max-sm:first:font-medium max-sm:last:pr-0 max-sm:text-left max-sm:whitespace-normal'
    : 'max-sm:px-2 max-sm:first:pl-5 max-sm:first:sticky max-sm:first:left-0 max-sm:first:bg-surface'
  return classes(
    'px-3 py-2 align-top first:pl-5 last:pr-5 sm:first:sticky sm:first:left-0 sm:first:z-1 sm:first:bg-inherit',
    stacked ? 'sm:leading-6' : 'leading-6',
    // Numbers stand in columns of one width, however wide the table is; what is left belongs to the texts.
    numeric ? 'text-right whitespace-nowrap sm:w-[9%]' : 'min-w-24 first:min-w-36',
    phone,
  )
}
