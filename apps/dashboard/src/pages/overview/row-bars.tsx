import type { ReactNode } from 'react'
import type { Breakdown, Metric } from '../../api/types.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import { type Condition, withFilter } from '../../statistics/filters.ts'
import { formatCount } from '../../statistics/format.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Truncated } from '../../ui/truncated.tsx'

type Row = Breakdown['rows'][number]

interface RowBarsProps {
  readonly dimension: Dimension
  readonly metric: Metric
  readonly rows: readonly Row[]
  readonly state: SpanState
}

/** Ranked rows with bars; a click on a row filters by its value. */
export function RowBars({ dimension, metric, rows, state }: RowBarsProps): ReactNode {
  const most = Math.max(1, ...rows.map(({ value }) => value ?? 0))
  const filter = (row: Row) =>
    state.change({ filters: conditionsOfRow(dimension, row).reduce(withFilter, state.filters), all: undefined })
  return (
    <ol className="grid grid-cols-1 gap-0.5">
      {rows.map((row) => {
        const label = rowLabel(dimension, row)
        return (
          <li key={JSON.stringify(row.keys ?? row.key)}>
            <button
              className="relative flex min-h-8 w-full items-center gap-3 rounded px-2 text-left text-sm hover:bg-raised hover:[&>span:nth-child(2)]:underline"
              onClick={() => filter(row)}
              title={`Show only ${label}`}
              type="button"
            >
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 left-0 rounded bg-bar"
                style={{ width: `${((row.value ?? 0) / most) * 100}%` }}
              />
              <span className="relative min-w-0 flex-1">
                <Truncated text={label} />
              </span>
              <RowChange metric={metric} row={row} />
              <RowValue row={row} />
            </button>
          </li>
        )
      })}
    </ol>
  )
}

/** What a row stands for: of a city, also its region and country. */
function conditionsOfRow(dimension: Dimension, { key, keys }: Row): readonly Condition[] {
  const is = (dimension: Dimension, value: string): Condition => ({ dimension, operator: 'is', values: [value] })
  const [, region, country] = keys ?? []
  if (dimension !== 'city' || region === undefined || country === undefined) return [is(dimension, key)]
  return [is('country', country), is('region', region), is('city', key)]
}

function RowChange({ row, metric }: { readonly row: Row; readonly metric: Metric }): ReactNode {
  const { previous, change, value } = row
  if (previous === undefined) return null
  if (change !== undefined && change !== null) {
    return (
      <span className="relative">
        <Change change={change} metric={metric} size="small" title={`Previously ${formatCount(previous ?? 0)}`} />
      </span>
    )
  }
  const isNew = previous === 0 && value !== null && value > 0
  return isNew ? <span className="relative text-muted text-xs">new</span> : null
}

function RowValue({ row }: { readonly row: Row }): ReactNode {
  if (row.value !== null && row.state === 'available') {
    return <span className="relative min-w-12 text-right font-medium tabular-nums">{formatCount(row.value)}</span>
  }
  return <span className="relative text-muted">{describeState({ state: row.state, reason: null })?.short}</span>
}
