import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { ProblemNotice } from '../../forms/problem-notice.tsx'
import { stateWords } from '../../statistics/describe-state.ts'
import { dimensionWord, type NamedDimension } from '../../statistics/dimensions.ts'
import { breakdownQuery } from '../../statistics/queries.ts'
import type { SpanState } from '../../statistics/use-span.ts'
import { Tabs } from '../../ui/base-ui/tabs.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { RowBars } from './row-bars.tsx'

export interface PanelTab<Value extends string> {
  readonly value: Value & NamedDimension
  readonly label: string
}

interface BreakdownPanelProps<Value extends string> {
  readonly title: string
  readonly tabs: readonly PanelTab<Value>[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
  readonly state: SpanState
}

/** Visitors by one dimension, ranked; another tab is another dimension. */
export function BreakdownPanel<Value extends string>({
  title,
  tabs,
  value,
  onChoose,
  state,
}: BreakdownPanelProps<Value>): ReactNode {
  const dimension = tabs.find((tab) => tab.value === value)?.value ?? tabs[0]?.value
  return (
    <section aria-label={title} className="flex min-h-56 min-w-0 flex-col lg:min-h-64 rounded-card border bg-surface">
      <Tabs label={title} onChange={onChoose} tabs={tabs} value={value}>
        {dimension && <Rows dimension={dimension} state={state} />}
      </Tabs>
    </section>
  )
}

function Rows({ dimension, state }: { readonly dimension: NamedDimension; readonly state: SpanState }): ReactNode {
  const asked = useQuery(breakdownQuery(state.product, state.query, dimension))
  if (asked.data === undefined) {
    if (!(asked.error instanceof ApiProblem)) return <Loading lines={8} what="rows" />
    return (
      <div className="p-5">
        <ProblemNotice onRetry={() => void asked.refetch()} problem={asked.error} />
      </div>
    )
  }
  const { more } = asked.data
  // Most visits belong to no campaign; a row for them would dwarf those that do. “Show all” has it.
  const rows = dimension.startsWith('utm_') ? asked.data.rows.filter(({ key }) => key !== '') : asked.data.rows
  const words = stateWords(asked.data)
  if (words !== undefined) return <EmptyState title={words.short}>{words.why}</EmptyState>
  if (rows.length === 0) return <EmptyState title="None">Nothing of the kind happened in these days.</EmptyState>
  return (
    <div
      aria-busy={asked.isPlaceholderData || undefined}
      className={classes('grid gap-1 px-3 pt-1 pb-3', asked.isPlaceholderData && 'opacity-60')}
    >
      <p aria-hidden="true" className="flex justify-between px-2 text-muted text-xs">
        <span>{dimensionWord(dimension)}</span>
        <span>Visitors</span>
      </p>
      <RowBars dimension={dimension} rows={rows} state={state} />
      {more && (
        <div className="px-1">
          <Button kind="quiet" onClick={() => state.change({ all: dimension })} size="small">
            Show all
          </Button>
        </div>
      )}
    </div>
  )
}
