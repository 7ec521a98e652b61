import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryPending } from '../../forms/query-pending.tsx'
import { type MessageKey, t } from '../../messages/messages.ts'
import { describeRows } from '../../statistics/describe-state.ts'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { breakdownQuery } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowBars } from './row-bars.tsx'

/** Visitors may exist without campaigns or conversions. */
function noRows(dimension: Dimension): MessageKey {
  if (dimension.startsWith('utm_')) return 'breakdowns.no_campaigns'
  return dimension === 'goal' ? 'breakdowns.no_conversions' : 'breakdowns.none'
}

interface BreakdownRowsProps {
  readonly dimension: Dimension
  readonly state: ReportState
  /** All visitors under the filters. */
  readonly total: number | undefined
}

/** The first rows of visitors by one dimension. */
export function BreakdownRows({ dimension, state, total }: BreakdownRowsProps): ReactNode {
  const report = useQuery(breakdownQuery(state.product, { ...state.query, ...state.compare }, dimension))
  if (report.data === undefined)
    return <QueryPending lines={8} problemClass="p-5" query={report} what={t('breakdowns.rows')} />
  // The row of visits without a campaign would outweigh all others. “Show all” has it.
  const rows = dimension.startsWith('utm_') ? report.data.rows.filter(({ key }) => key !== '') : report.data.rows
  const stateText = describeRows(report.data, rows)
  if (stateText !== undefined)
    return <EmptyState title={stateText.title ?? stateText.short}>{stateText.why}</EmptyState>
  if (rows.length === 0) return <EmptyState title={t(noRows(dimension))} />
  return (
    <div
      aria-busy={report.isPlaceholderData || undefined}
      className={classes('grid grid-cols-1 gap-1 px-3 pt-1 pb-3', report.isPlaceholderData && 'opacity-60')}
    >
      <p aria-hidden="true" className="flex justify-between px-2 text-muted text-xs">
        <span>{dimensionLabel(dimension)}</span>
        <span>{t('breakdowns.visitors')}</span>
      </p>
      <RowBars
        dimension={dimension}
        metric={report.data.metric}
        rows={rows}
        state={state}
        // Rows of the last filters have no share of the visitors under the new ones.
        total={report.isPlaceholderData ? undefined : total}
      />
      <div className="px-1">
        <Button kind="quiet" onClick={() => state.change({ all: dimension })} size="small">
          {t('breakdowns.show_all')}
        </Button>
      </div>
    </div>
  )
}
