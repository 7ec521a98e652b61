import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { type Dimension, dimensionLabel } from '../../statistics/dimensions.ts'
import { formatCount } from '../../statistics/format.ts'
import { rowsQuery } from '../../statistics/queries.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { RowBars } from './row-bars.tsx'

interface AllRowsDialogProps {
  readonly dimension: Dimension
  readonly state: SpanState
  readonly onClose: () => void
}

/** All rows of a breakdown, page by page. */
export function AllRowsDialog({ dimension, state, onClose }: AllRowsDialogProps): ReactNode {
  const report = useInfiniteQuery(rowsQuery(state.product, { ...state.query, ...state.compare }, dimension))
  const rows = report.data?.pages.flatMap((page) => page.report.rows ?? []) ?? []
  return (
    <Dialog onClose={onClose} title={`Visitors by ${dimensionLabel(dimension).toLowerCase()}`} wide>
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
