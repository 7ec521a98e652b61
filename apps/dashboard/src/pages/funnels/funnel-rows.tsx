import type { ReactNode } from 'react'
import type { Funnel } from '../../api/types.ts'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { formatCount, formatRatio } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Truncated } from '../../ui/truncated.tsx'

type Row = NonNullable<NonNullable<Funnel['results']>['rows']>[number]

interface FunnelRowsProps {
  readonly by: Dimension
  readonly funnel: Funnel
  readonly rows: readonly Row[]
}

/** The steps of a funnel for the largest values of a dimension. */
export function FunnelRows({ by, funnel, rows }: FunnelRowsProps): ReactNode {
  const name = dimensionLabel(by)
  if (rows.length === 0) return <p className="mt-4 text-muted text-sm">No visitor reached the first step.</p>
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header: name,
      cell: (row) => (
        <span className="block max-w-60 max-sm:max-w-none">
          <Truncated text={rowLabel(by, row)} />
        </span>
      ),
    },
    ...funnel.steps.map((_, at) => ({
      id: `step ${at}`,
      header: `Step ${at + 1}`,
      numeric: true,
      cell: ({ steps }: Row) => formatOrWithheld(steps[at]?.visitors, formatCount),
    })),
    {
      id: 'rate',
      header: 'Completed',
      numeric: true,
      cell: ({ conversion_rate }) => formatOrWithheld(conversion_rate, formatRatio),
    },
  ]
  return (
    <div className="-mx-5 mt-4 -mb-5 border-t pt-2">
      <Table
        caption={`${funnel.name} by ${name.toLowerCase()}`}
        columns={columns}
        rowKey={({ key }) => key}
        rows={rows}
      />
      <p className="border-t px-5 py-2.5 text-muted text-sm">
        The {rows.length === 1 ? 'value' : `${rows.length} values`} with the most visitors on the first step.
      </p>
    </div>
  )
}

/** A figure of a row is null only where it is withheld. */
function formatOrWithheld(value: number | null | undefined, format: (value: number) => string): ReactNode {
  return value == null ? <span className="text-muted">Withheld</span> : format(value)
}
