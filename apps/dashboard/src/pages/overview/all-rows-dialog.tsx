import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { formatCount } from '../../statistics/format.ts'
import { ROW_ORDERS, type RowOrder, rowsQuery } from '../../statistics/queries.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { RowBars } from './row-bars.tsx'

interface AllRowsDialogProps {
  readonly dimension: Dimension
  readonly state: SpanState
  readonly onClose: () => void
}

const ORDER_LABELS: Readonly<Record<RowOrder, string>> = {
  'visitors:desc': 'Most visitors first',
  'change:desc': 'Largest increase first',
  'change:asc': 'Largest decrease first',
}

/** All rows of a breakdown, page by page. */
export function AllRowsDialog({ dimension, state, onClose }: AllRowsDialogProps): ReactNode {
  const [order, setOrder] = useState<RowOrder>('visitors:desc')
  const report = useInfiniteQuery(rowsQuery(state.product, { ...state.query, ...state.compare, order }, dimension))
  const rows = report.data?.pages.flatMap((page) => page.report.rows ?? []) ?? []
  return (
    <Dialog onClose={onClose} title={`Visitors by ${dimensionLabel(dimension).toLowerCase()}`} wide>
      {state.compare.compare !== undefined && (
        <SelectField
          className="mb-3"
          label="Order"
          onChange={setOrder}
          options={ROW_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          small
          value={order}
        />
      )}
      {report.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void report.refetch()} problem={report.error} />
      )}
      {report.isPending && <Loading lines={10} what="rows" />}
      {report.isSuccess && rows.length === 0 && <EmptyState title="No visitors in this range" />}
      <RowBars dimension={dimension} metric="visitors" rows={rows} state={state} />
      {report.isSuccess && rows.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted text-sm" role="status">
            {report.hasNextPage ? `${formatCount(rows.length)} shown` : `All ${formatCount(rows.length)} shown`}
          </span>
          {report.hasNextPage && (
            <Button busy={report.isFetchingNextPage} onClick={() => void report.fetchNextPage()} size="small">
              Show more
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
