import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Metric } from '../../api/types.ts'
import { QueryPending } from '../../forms/query-pending.tsx'
import { type MessageKey, t } from '../../messages/messages.ts'
import { describeRows } from '../../statistics/describe-state.ts'
import { type Dimension, dimensionLabel, propertyOf } from '../../statistics/dimensions.ts'
import { metricLabel } from '../../statistics/metric-labels.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { metricBeside, panelQuery } from './panel-query.ts'
import { RowBars } from './row-bars.tsx'

/** Visitors may exist without campaigns or conversions. */
function noRows(dimension: Dimension): MessageKey {
  if (dimension.startsWith('utm_')) return 'breakdowns.no_campaigns'
  return dimension === 'goal' ? 'breakdowns.no_conversions' : 'breakdowns.none'
}

/** The row of visits without a campaign, or of events without the property, would outweigh all others. “Show all” has it. */
function hidesNone(dimension: Dimension): boolean {
  return dimension.startsWith('utm_') || propertyOf(dimension) !== undefined
}

interface BreakdownRowsProps {
  readonly dimension: Dimension
  readonly metric: Metric
  readonly state: ReportState
  /** Of the metric, under the filters; undefined for an average. */
  readonly total: number | undefined
}

/** The first rows of a metric by one dimension. */
export function BreakdownRows({ dimension, metric, state, total }: BreakdownRowsProps): ReactNode {
  const report = useQuery(panelQuery(state, dimension, metric))
  if (report.data === undefined)
    return <QueryPending lines={8} problemClass="p-5" query={report} what={t('breakdowns.rows')} />
  const rows = hidesNone(dimension) ? report.data.rows.filter(({ key }) => key !== '') : report.data.rows
  const stateText = describeRows(report.data, rows)
  if (stateText !== undefined)
    return <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
  if (rows.length === 0) return <EmptyState title={t(noRows(dimension))} />
  const { metric: ranked } = report.data
  const beside = metricBeside(ranked, state)
  const unit = [...(beside === undefined ? [] : [beside]), ranked].map(metricLabel).join(' · ')
  return (
    <div
      aria-busy={report.isPlaceholderData || undefined}
      className={classes('grid grid-cols-1 gap-1 px-3 pt-1 pb-3', report.isPlaceholderData && 'opacity-60')}
    >
      <p aria-hidden="true" className="flex justify-between px-2 text-muted text-xs">
        <span>{dimensionLabel(dimension)}</span>
        <span>{unit}</span>
      </p>
      <RowBars
        dimension={dimension}
        beside={beside}
        measured={report.data}
        rows={rows}
        state={state}
        // Rows of the last filters have no share of the number under the new ones.
        total={report.isPlaceholderData ? undefined : total}
      />
      <div>
        <Button className="-ml-0.5" kind="quiet" onClick={() => state.change({ all: dimension })} size="small">
          {t('breakdowns.show_all')}
        </Button>
      </div>
    </div>
  )
}
