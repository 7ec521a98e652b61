import type { ReactNode } from 'react'
import type { Breakdown } from '../../api/types.ts'
import { stateWords } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { withFilter } from '../../statistics/filters.ts'
import { formatCount } from '../../statistics/format.ts'
import { keyWord } from '../../statistics/key-label.ts'
import type { SpanState } from '../../statistics/use-span.ts'

type Row = Breakdown['rows'][number]

interface RowBarsProps {
  readonly dimension: Dimension
  readonly rows: readonly Row[]
  readonly state: SpanState
  /** After a row was clicked. */
  readonly onFilter?: () => void
}

/** Ranked rows with bars; a click on one shows only what has its value. */
export function RowBars({ dimension, rows, state, onFilter }: RowBarsProps): ReactNode {
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0))
  const filter = (key: string) => {
    state.change({ filters: withFilter(state.filters, { dimension, operator: 'is', values: [key] }), all: undefined })
    onFilter?.()
  }
  // One of the figures cannot be narrowed by an event's name: see `filter-dialog.tsx`.
  const clickable = dimension !== 'event'
  return (
    <ol className="grid gap-0.5">
      {rows.map((row) => {
        const word = keyWord(dimension, row.key)
        const content = (
          <>
            <span
              aria-hidden="true"
              className="absolute inset-y-0.5 left-0 rounded bg-bar"
              style={{ width: `${((row.value ?? 0) / most) * 100}%` }}
            />
            <span className="relative min-w-0 flex-1 truncate" title={word}>
              {word}
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
                title={`Show only ${word}`}
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
  return <span className="relative text-muted">{stateWords({ state: row.state, reason: null })?.short}</span>
}
