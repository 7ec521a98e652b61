import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { QueryPending } from '../../forms/query-pending.tsx'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { saveCsv } from '../../statistics/csv.ts'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { tableCsv } from '../../statistics/export-table.tsx'
import { formatCount } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { TableRow } from '../../statistics/queries.ts'
import { WithChange } from '../../statistics/with-change.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { askedOf, everyValue, valuesOfSeveralQuery } from './queries.ts'
import { type SeveralSearch, SUMMED_METRICS, type SummedMetric } from './search.ts'

interface ValueTableProps {
  readonly title: string
  readonly dimension: Dimension
  readonly search: SeveralSearch
  readonly metric: SummedMetric
  /** All of them; otherwise the one that is chosen. */
  readonly metrics?: readonly SummedMetric[]
  /** The value of a row, which leads on. */
  readonly renderKey: (row: TableRow, label: string) => ReactNode
}

/** The values of a dimension over all chosen products, each with its change. */
export function ValueTable({
  title,
  dimension,
  search,
  metric,
  metrics = [metric],
  renderKey,
}: ValueTableProps): ReactNode {
  const asked = askedOf(search)
  const query = useQuery(valuesOfSeveralQuery(asked, dimension, metric, metrics))
  const key: Column<TableRow> = {
    id: 'key',
    header: dimensionLabel(dimension),
    value: (row) => rowLabel(dimension, row),
    cell: (row) => renderKey(row, rowLabel(dimension, row)),
  }
  const columns = [key, ...metrics.map((name, at) => metricColumn(name, at))]
  return (
    <Card
      actions={
        <SaveAll
          columns={[key, ...SUMMED_METRICS.map((name, at) => metricColumn(name, at))]}
          load={() => everyValue(asked, dimension, metric)}
          name={`products-${dimension}`}
          what={title}
        />
      }
      busy={query.isPlaceholderData}
      flush
      title={title}
    >
      {query.data === undefined ? (
        <QueryPending lines={6} problemClass="px-5 pb-5" query={query} what={title.toLowerCase()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('breakdowns.none')} />
      ) : (
        <Table caption={title} columns={columns} rowKey={({ key }) => key} rows={query.data} />
      )}
    </Card>
  )
}

/** The column of a metric, whose value is at this place of a row. */
function metricColumn(metric: SummedMetric, at: number): Column<TableRow> {
  return {
    id: metric,
    header: metricLabel(metric),
    numeric: true,
    value: ({ values }) => values[at]?.value ?? null,
    cell: ({ values, previous, change }) => (
      <Count change={change?.[at]} metric={metric} previous={previous?.[at]} value={values[at]?.value ?? null} />
    ),
  }
}

interface CountProps {
  readonly metric: SummedMetric
  readonly value: number | null
  readonly previous: number | null | undefined
  readonly change: number | null | undefined
}

function Count({ metric, value, previous, change }: CountProps): ReactNode {
  if (value === null) return <span className="text-muted">{NO_VALUE}</span>
  return (
    <WithChange
      change={
        previous === 0 && value > 0 ? (
          <span className="text-muted text-xs">{t('breakdowns.new')}</span>
        ) : typeof change === 'number' ? (
          <Change
            change={change}
            metric={metric}
            size="small"
            title={t('breakdowns.previously', { value: formatCount(previous ?? 0) })}
          />
        ) : undefined
      }
    >
      {formatCount(value)}
    </WithChange>
  )
}

interface SaveAllProps {
  readonly columns: readonly Column<TableRow>[]
  readonly load: () => Promise<readonly TableRow[]>
  readonly name: string
  readonly what: string
}

/** Saves every row as CSV, also those that are not shown. */
function SaveAll({ columns, load, name, what }: SaveAllProps): ReactNode {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveCsv(`${name}.csv`, tableCsv(columns, await load()))
    } catch {
      showToast(t('several.not_saved'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      aria-label={t('crawlers.export', { what })}
      disabled={busy}
      aligned="right"
      kind="quiet"
      onClick={() => void save()}
      size="small"
    >
      {t('breakdowns.export_csv')}
    </Button>
  )
}
