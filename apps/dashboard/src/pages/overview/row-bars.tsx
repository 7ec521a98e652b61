import type { ReactNode } from 'react'
import type { Breakdown } from '../../api/types.ts'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { withFilter } from '../../statistics/filters.ts'
import { formatCount } from '../../statistics/format.ts'
import { keyLabel } from '../../statistics/key-label.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Truncated } from '../../ui/truncated.tsx'

type Row = Breakdown['rows'][number]

interface RowBarsProps {
  readonly dimension: Dimension
  readonly rows: readonly Row[]
  readonly state: SpanState
  /** Called when a row is clicked. */
  readonly onFilter?: () => void
}

/** Ranked rows with bars; a click on a row filters by its value. */
export function RowBars({ dimension, rows, state, onFilter }: RowBarsProps): ReactNode {
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0))
  const filter = (key: string) => {
    state.change({ filters: withFilter(state.filters, { dimension, operator: 'is', values: [key] }), all: undefined })
    onFilter?.()
  }
  // No filter by event: see `filter-dialog.tsx`.
  const clickable = dimension !== 'event'
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {rows.map((row) => {
        const label = keyLabel(dimension, row.key)
        const content = (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-0.5 left-0 rounded bg-bar"
              style={{ width: `${((row.value ?? 0) / most) * 100}%` }}
            />
            <span className="relative min-w-0 flex-1">
              <Truncated text={label} />
            </span>
            <RowValue row={row} />
          </>
        )
        const look = 'relative flex min-h-8 w-full items-center gap-3 rounded px-2 text-left text-sm'
        return (
          <li key={row.key}>
            {clickable ? (
              <button
                className={`${look} hover:bg-raised hover:[&>span:nth-child(2)]:underline`}
                onClick={() => filter(row.key)}
                title={`Show only ${label}`}
                type="button"
              >
                {content}
              </button>
            ) : (
              <div className={look}>{content}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function RowValue({ row }: { readonly row: Row }): ReactNode {
  if (row.value !== null && row.state === 'available') {
    return <span className="relative font-medium tabular-nums">{formatCount(row.value)}</span>
  }
  return <span className="relative text-muted">{describeState({ state: row.state, reason: null })?.short}</span>
}
