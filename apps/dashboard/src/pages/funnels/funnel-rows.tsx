import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { FilterButton } from '../../statistics/ask-further.tsx'
import { type Dimension, dimensionLabel, dimensionName } from '../../statistics/dimensions.ts'
import { formatCount, formatRatio } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { useReportState } from '../../statistics/use-report-state.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import type { CountedFunnel } from './counted-funnel.ts'

type Row = NonNullable<CountedFunnel['results']['rows']>[number]

interface FunnelRowsProps {
  readonly by: Dimension
  readonly funnel: CountedFunnel
  readonly rows: readonly Row[]
}

/** The steps of a funnel for the largest values of a dimension. */
export function FunnelRows({ by, funnel, rows }: FunnelRowsProps): ReactNode {
  const name = dimensionLabel(by)
  const state = useReportState()
  if (rows.length === 0) return <p className="mt-4 text-muted text-sm">{t('funnels.no_entrants')}</p>
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header: name,
      value: (row) => rowLabel(by, row),
      cell: (row) => (
        <span className="block max-w-60 max-sm:max-w-none">
          <FilterButton
            condition={{ dimension: by, operator: 'is', values: [row.key] }}
            label={rowLabel(by, row)}
            state={state}
          >
            <Truncated text={rowLabel(by, row)} />
          </FilterButton>
        </span>
      ),
    },
    ...funnel.steps.map((_, at) => ({
      id: `step ${at}`,
      header: t('funnels.step', { step: at + 1 }),
      numeric: true,
      value: ({ steps }: Row) => steps[at]?.visitors ?? null,
      cell: ({ steps }: Row) => formatOrWithheld(steps[at]?.visitors, formatCount),
    })),
    {
      id: 'rate',
      header: t('funnels.completed'),
      numeric: true,
      value: ({ conversion_rate }) => conversion_rate,
      cell: ({ conversion_rate }) => formatOrWithheld(conversion_rate, formatRatio),
    },
  ]
  return (
    <div className="-mx-5 mt-4 -mb-5 border-t pt-2">
      <Table
        caption={t('funnels.rows_caption', { funnel: funnel.name, dimension: dimensionName(by) })}
        columns={columns}
        rowKey={({ key }) => key}
        rows={rows}
      />
      <p className="border-t px-5 py-2.5 text-muted text-sm">{t('funnels.rows_hint', { count: rows.length })}</p>
    </div>
  )
}

/** A number of a row is null only where it is withheld. */
function formatOrWithheld(value: number | null | undefined, format: (value: number) => string): ReactNode {
  return value == null ? <span className="text-muted">{t('funnels.withheld')}</span> : format(value)
}
