import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { LOCALE } from '../../messages/locale.ts'
import { t } from '../../messages/messages.ts'
import { OverviewLink, RowButton } from '../../statistics/ask-further.tsx'
import { Change } from '../../statistics/change.tsx'
import { ExportTable } from '../../statistics/export-table.tsx'
import type { Condition } from '../../statistics/filters.ts'
import { formatCount, formatRatio } from '../../statistics/format.ts'
import { countColumn } from '../../statistics/number-columns.ts'
import { WithChange } from '../../statistics/with-change.tsx'
import { Card } from '../../ui/card.tsx'
import { Example } from '../../ui/example.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'

/** The average position in the results of a search. */
export const positions = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A dash where nothing was shown, so that there is no position. */
export function formatPosition(position: number | null): string {
  return position === null ? NO_VALUE : positions.format(position)
}

type Row = SearchConsole['queries'][number]

/** Where the visits of a row are asked further about. */
interface Asked {
  readonly product: string
  readonly conditionOf: (key: string) => Condition
}

/** The path of an address; what is none stays as it is. */
export function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address
}

/** Visits from a search begin on the page that was found, which a search engine names by its address. */
export function conditionOfPage(key: string): Condition {
  return { dimension: 'entry_page', operator: 'is', values: [pathOf(key)] }
}

interface RankedProps {
  /** Of the file. */
  readonly name: string
  readonly asked?: Asked
  /** Narrows the report to a row that is clicked. */
  readonly onRow?: (key: string) => void
  /** Narrows the report to a row, by a button beside the link that asks further. */
  readonly onChoose?: { readonly choose: (key: string) => void; readonly label: string }
  readonly title: string
  readonly header: string
  readonly rows: readonly Row[]
  readonly labelOf?: (key: string) => string
}

/** Clicks, impressions, rate and position by one dimension. */
export function Ranked({
  title,
  header,
  name,
  rows,
  asked,
  onRow,
  onChoose,
  labelOf = (key) => key,
}: RankedProps): ReactNode {
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header,
      value: ({ key }) => labelOf(key),
      cell: ({ key }) =>
        asked === undefined ? (
          <RowButton label={labelOf(key)} onPress={onRow && (() => onRow(key))} />
        ) : (
          <OverviewLink condition={asked.conditionOf(key)} label={labelOf(key)} product={asked.product} />
        ),
    },
    ...metricColumns(),
    ...(onChoose === undefined ? [] : [chooseColumn(onChoose)]),
  ]
  return (
    <Card
      actions={<ExportTable columns={columns} name={`search-${name}`} rows={rows} what={title} />}
      flush
      title={title}
    >
      <Table caption={title} columns={columns} rowKey={({ key }) => key} rows={rows} />
    </Card>
  )
}

function metricColumns(): readonly Column<Row>[] {
  return [
    {
      id: 'clicks',
      header: t('search_console.clicks'),
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: (row) => <Clicks row={row} />,
    },
    countColumn('impressions', t('search_console.impressions'), ({ impressions }) => impressions),
    {
      id: 'ctr',
      header: t('search_console.ctr'),
      numeric: true,
      value: ({ ctr }) => ctr,
      cell: ({ ctr }) => (ctr === null ? NO_VALUE : formatRatio(ctr)),
    },
    {
      id: 'position',
      header: t('search_console.position'),
      numeric: true,
      value: ({ position }) => position,
      cell: ({ position }) => formatPosition(position),
    },
  ]
}

/** What the queries of a product look like, with made-up numbers. */
export function ExampleOfQueries({ product }: { readonly product: string }): ReactNode {
  const columns: readonly Column<Row>[] = [
    { id: 'key', header: t('search_console.query'), cell: ({ key }) => key },
    // Without values, since nothing sorts an example.
    ...metricColumns().map(({ id, header, cell }) => ({ id, header, cell, numeric: true })),
  ]
  const rows = [
    row(product, 412, 1_180, 1.4),
    row(t('search_console.example_pricing', { product }), 96, 310, 2.1),
    row(t('search_console.example_alternatives', { product }), 38, 720, 6.8),
  ]
  return (
    <Example>
      <Table caption={t('search_console.queries')} columns={columns} rowKey={({ key }) => key} rows={rows} />
    </Example>
  )
}

function row(key: string, clicks: number, impressions: number, position: number): Row {
  return { key, clicks, impressions, ctr: clicks / impressions, position }
}

function chooseColumn({ choose, label }: NonNullable<RankedProps['onChoose']>): Column<Row> {
  return {
    id: 'choose',
    header: <span className="sr-only">{label}</span>,
    label: '',
    numeric: true,
    wide: true,
    cell: ({ key }) => (
      <button className="link min-h-6 whitespace-nowrap text-sm" onClick={() => choose(key)} type="button">
        {label}
        <span className="sr-only"> {key}</span>
      </button>
    ),
  }
}

/** Clicks with their change, where an earlier period is compared with. */
function Clicks({ row: { clicks, previous, change } }: { readonly row: Row }): ReactNode {
  return (
    <WithChange
      change={
        change != null && (
          <Change
            better="higher"
            change={change}
            size="small"
            title={t('breakdowns.previously', { value: formatCount(previous?.clicks ?? 0) })}
          />
        )
      }
    >
      {formatCount(clicks)}
    </WithChange>
  )
}
