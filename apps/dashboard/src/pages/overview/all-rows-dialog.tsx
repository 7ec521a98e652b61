import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { type Dimension, dimensionWord } from '../../statistics/dimensions.ts'
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

/** A whole breakdown, page after page. */
export function AllRowsDialog({ dimension, state, onClose }: AllRowsDialogProps): ReactNode {
  const asked = useInfiniteQuery(rowsQuery(state.product, state.query, dimension))
  const rows = asked.data?.pages.flatMap(({ data }) => data.rows ?? []) ?? []
  return (
    <Dialog onClose={onClose} title={`Visitors by ${dimensionWord(dimension).toLowerCase()}`} wide>
      {asked.error instanceof ApiProblem && (
        <ProblemNotice onRetry={() => void asked.refetch()} problem={asked.error} />
      )}
      {asked.isPending && <Loading lines={10} what="rows" />}
      {asked.isSuccess && rows.length === 0 && <EmptyState title="None" />}
      <RowBars dimension={dimension} rows={rows} state={state} />
      {asked.isSuccess && rows.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted text-sm" role="status">
            {formatCount(rows.length)} shown{asked.hasNextPage ? '' : ', that is all'}
          </span>
          {asked.hasNextPage && (
            <Button busy={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()} size="small">
              Show more
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
