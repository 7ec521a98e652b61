import type { ReactNode } from 'react'
import type { SearchConsole } from '../../api/types.ts'
import { LOCALE } from '../../messages/locale.ts'
import { t } from '../../messages/messages.ts'
import { OverviewLink } from '../../statistics/ask-further.tsx'
import { ExportTable } from '../../statistics/export-table.tsx'
import type { Condition } from '../../statistics/filters.ts'
import { formatRatio } from '../../statistics/format.ts'
import { countColumn } from '../../statistics/number-columns.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** The average position in the results of a search. */
export const positions = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type Row = SearchConsole['queries'][number]

/** Where the visits of a row are asked further about. */
interface Asked {
  readonly product: string
  readonly conditionOf: (key: string) => Condition
}

/** The path of an address; what is none stays as it is. */
function pathOf(address: string): string {
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
  readonly title: string
  readonly header: string
  readonly rows: readonly Row[]
  readonly labelOf?: (key: string) => string
}

/** Clicks, impressions, rate and position by one dimension. */
export function Ranked({ title, header, name, rows, asked, labelOf = (key) => key }: RankedProps): ReactNode {
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header,
      value: ({ key }) => labelOf(key),
      cell: ({ key }) =>
        asked === undefined ? (
          labelOf(key)
        ) : (
          <OverviewLink condition={asked.conditionOf(key)} label={labelOf(key)} product={asked.product} />
        ),
    },
    countColumn('clicks', t('search_console.clicks'), ({ clicks }) => clicks),
    countColumn('impressions', t('search_console.impressions'), ({ impressions }) => impressions),
    {
      id: 'ctr',
      header: t('search_console.ctr'),
      numeric: true,
      value: ({ ctr }) => ctr,
      cell: ({ ctr }) => formatRatio(ctr),
    },
    {
      id: 'position',
      header: t('search_console.position'),
      numeric: true,
      value: ({ position }) => position,
      cell: ({ position }) => positions.format(position),
    },
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
