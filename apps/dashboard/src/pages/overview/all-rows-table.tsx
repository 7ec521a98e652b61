import type { ReactNode } from 'react'
import type { SeveralStatsReport } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { type Dimension, dimensionLabel, dimensionName } from '../../statistics/dimensions.ts'
import { formatRatio, formatValue } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { TableRow } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { ValueIcon } from '../../statistics/value-icon.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { shareOf } from './all-rows-csv.ts'
import { choiceOfRow } from './row-choice.ts'

interface AllRowsTableProps {
  readonly dimension: Dimension
  readonly measured: SeveralStatsReport['metrics']
  readonly rows: readonly TableRow[]
  readonly total: number | undefined
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly state: ReportState
}

/** The rows as a table, sorted by the column whose heading was pressed. */
export function AllRowsTable(props: AllRowsTableProps): ReactNode {
  const { dimension, measured, rows, order, onOrder, state } = props
  const heading = (label: string, by: string) => <SortButton by={by} label={label} onOrder={onOrder} order={order} />
  const columns: readonly Column<TableRow>[] = [
    {
      id: 'key',
      header: heading(dimensionLabel(dimension), 'key'),
      sorted: sortedBy('key', order),
      cell: (row) => <RowName dimension={dimension} row={row} state={state} />,
    },
    ...measured.map(
      (metric, at): Column<TableRow> => ({
        id: metric.metric,
        label: metricLabel(metric.metric),
        header: heading(metricLabel(metric.metric), metric.metric),
        sorted: sortedBy(metric.metric, order),
        numeric: true,
        cell: (row) => cellOf(row.values[at], metric),
      }),
    ),
    ...(props.total === undefined ? [] : [shareColumn(props.total)]),
    ...(rows.some(({ change }) => change !== undefined) ? [changeColumn(props, heading)] : []),
  ]
  return (
    <Table
      caption={t('breakdowns.all_title', { dimension: dimensionName(dimension) })}
      columns={columns}
      rowKey={(row) => JSON.stringify(row.keys ?? row.key)}
      rows={rows}
    />
  )
}

function shareColumn(total: number): Column<TableRow> {
  return {
    id: 'share',
    header: t('breakdowns.share'),
    numeric: true,
    cell: (row) => {
      const share = shareOf(row, total)
      return share === undefined ? NO_VALUE : formatRatio(share)
    },
  }
}

/** The change of the first metric. */
function changeColumn(
  { measured, order }: AllRowsTableProps,
  heading: (label: string, by: string) => ReactNode,
): Column<TableRow> {
  return {
    id: 'change',
    label: t('breakdowns.change'),
    header: heading(t('breakdowns.change'), 'change'),
    sorted: sortedBy('change', order),
    numeric: true,
    cell: ({ values: [value], change: [change] = [], previous: [previous] = [] }) => {
      const [metric] = measured
      if (metric === undefined || change === undefined || change === null) {
        return previous === 0 ? t('breakdowns.new') : NO_VALUE
      }
      const title = t('breakdowns.previously', { value: formatValue(previous ?? 0, metric) })
      return (
        <span className="flex items-center justify-end max-sm:justify-start sm:min-h-6">
          <Change change={change} metric={metric.metric} size="small" title={title} values={[value?.value, previous]} />
        </span>
      )
    },
  }
}

function RowName({
  dimension,
  row,
  state,
}: {
  readonly dimension: Dimension
  readonly row: TableRow
  readonly state: ReportState
}): ReactNode {
  const label = rowLabel(dimension, row)
  return (
    <button
      className="flex min-h-6 min-w-0 items-center max-sm:min-h-8 gap-2 text-left hover:underline sm:min-w-44"
      onClick={() => state.change(choiceOfRow(dimension, row, state.filters))}
      title={t('breakdowns.only', { label })}
      type="button"
    >
      <ValueIcon dimension={dimension} keys={row.keys} value={row.key} />
      <span className="min-w-0">{label}</span>
    </button>
  )
}

function cellOf(
  result: TableRow['values'][number] | undefined,
  metric: SeveralStatsReport['metrics'][number],
): ReactNode {
  if (result === undefined) return NO_VALUE
  if (result.value !== null && result.state === 'available') return formatValue(result.value, metric)
  return <span className="text-muted">{describeState({ state: result.state, reason: null })?.short}</span>
}

function sortedBy(by: string, order: string): 'ascending' | 'descending' | undefined {
  if (!order.startsWith(`${by}:`)) return undefined
  return order.endsWith(':asc') ? 'ascending' : 'descending'
}

interface SortButtonProps {
  readonly by: string
  readonly label: string
  readonly order: string
  readonly onOrder: (order: string) => void
}

/** Largest first, then smallest first. Values are only sorted from the first one. */
function SortButton({ by, label, order, onOrder }: SortButtonProps): ReactNode {
  const sorted = sortedBy(by, order)
  const next = by === 'key' || sorted === 'descending' ? 'asc' : 'desc'
  return (
    <>
      {/* A phone shows no headings; a field chooses the order there. */}
      <span className="sm:hidden">{label}</span>
      <button
        className="inline-flex min-h-6 items-center gap-1 font-medium hover:text-text max-sm:hidden"
        onClick={() => onOrder(`${by}:${next}`)}
        title={t('breakdowns.sort_by', { column: label })}
        type="button"
      >
        {label}
        {sorted !== undefined && <Icon name={sorted === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    </>
  )
}
