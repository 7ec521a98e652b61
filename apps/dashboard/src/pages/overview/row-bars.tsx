import type { ReactNode } from 'react'
import type { Breakdown, Metric } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { formatRatio, formatValue } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import { metricName } from '../../statistics/metric-labels.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { ValueIcon } from '../../statistics/value-icon.tsx'
import { Truncated } from '../../ui/truncated.tsx'
import type { PanelRow } from './panel-query.ts'
import { choiceOfRow } from './row-choice.ts'

type Measured = Pick<Breakdown, 'metric' | 'currency'>

interface RowBarsProps {
  readonly dimension: Dimension
  readonly measured: Measured
  /** The metric whose value is shown instead of the share. */
  readonly beside: Metric | undefined
  readonly rows: readonly PanelRow[]
  /** Of which each row has a share; undefined for an average, and where it is not known. */
  readonly total: number | undefined
  readonly state: ReportState
}

/** Ranked rows with bars; a click on a row filters by its value. */
export function RowBars({ dimension, measured, beside, rows, total, state }: RowBarsProps): ReactNode {
  const most = Math.max(...rows.map(({ value }) => value ?? 0)) || 1
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {rows.map((row) => {
        const label = rowLabel(dimension, row)
        return (
          <li key={JSON.stringify(row.keys ?? row.key)}>
            <button
              className="relative flex min-h-8 w-full items-center gap-2 rounded px-2 text-left text-sm hover:bg-raised hover:[&>span:nth-child(2)]:underline"
              onClick={() => state.change(choiceOfRow(dimension, row, state.filters))}
              title={t('breakdowns.only', { label })}
              type="button"
            >
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 left-0 rounded bg-bar"
                style={{ width: `${((row.value ?? 0) / most) * 100}%` }}
              />
              <span className="relative flex min-w-0 flex-1 items-center gap-2">
                <ValueIcon dimension={dimension} keys={row.keys} value={row.key} />
                <span className="min-w-0 flex-1">
                  <Truncated text={label} />
                </span>
              </span>
              <RowChange measured={measured} row={row} />
              {beside === undefined ? (
                <RowShare row={row} total={total} />
              ) : (
                <RowBeside metric={beside} value={row.beside} />
              )}
              <RowValue measured={measured} row={row} />
            </button>
          </li>
        )
      })}
    </ol>
  )
}

interface RowProps {
  readonly row: PanelRow
  readonly measured: Measured
}

function RowChange({ row, measured }: RowProps): ReactNode {
  const { previous, change, value } = row
  if (previous === undefined) return null
  if (change !== undefined && change !== null) {
    const title = t('breakdowns.previously', { value: formatValue(previous ?? 0, measured) })
    return (
      <span className="relative">
        <Change change={change} metric={measured.metric} size="small" title={title} values={[value, previous]} />
      </span>
    )
  }
  const isNew = previous === 0 && value !== null && value > 0
  return isNew ? <span className="relative text-muted text-xs">{t('breakdowns.new')}</span> : null
}

/** Withheld rows show no share, from which their number could be computed. */
function RowShare({ row, total }: { readonly row: PanelRow; readonly total: number | undefined }): ReactNode {
  if (total === undefined || total <= 0 || row.value === null || row.state !== 'available') return null
  return (
    <span className="relative min-w-11 text-right text-muted text-xs tabular-nums" title={t('breakdowns.share_title')}>
      {formatRatio(row.value / total)}{' '}
    </span>
  )
}

function RowBeside({ metric, value }: { readonly metric: Metric; readonly value: PanelRow['beside'] }): ReactNode {
  if (value === undefined || value.value === null || value.state !== 'available') return null
  return (
    <span className="relative min-w-11 text-right text-muted text-xs tabular-nums">
      {formatValue(value.value, { metric })}
      <span className="sr-only"> {metricName(metric)} </span>
    </span>
  )
}

function RowValue({ row, measured }: RowProps): ReactNode {
  if (row.value !== null && row.state === 'available') {
    return (
      <span className="relative min-w-14 text-right font-medium tabular-nums">
        {formatValue(row.value, measured)}
        <span className="sr-only"> {metricName(measured.metric)}</span>
      </span>
    )
  }
  return <span className="relative text-muted">{describeState({ state: row.state, reason: null })?.short}</span>
}
