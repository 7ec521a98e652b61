import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals } from '../../api/types.ts'
import { useProduct } from '../../product/use-product.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { withFilter } from '../../statistics/filters.ts'
import { formatCount, formatMoney, formatRatio } from '../../statistics/format.ts'
import { goalsQuery } from '../../statistics/queries.ts'
import { ReportPage } from '../../statistics/report-page.tsx'
import { keepSpan } from '../../statistics/search.ts'
import { useSpan } from '../../statistics/use-span.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Goal = Goals['goals'][number]

/** Goals and their conversions. */
export function GoalsPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const report = useQuery(goalsQuery(product.id, state.range))
  return (
    <ReportPage
      filtersNotApplied="Goals are counted for all visits."
      query={report}
      description="Actions you want visitors to take, and how many took them."
      metaOf={({ meta }) => meta}
      state={state}
      title="Goals"
    >
      {({ data }) => <GoalsReport product={product.id} report={data} />}
    </ReportPage>
  )
}

function GoalsReport({ report, product }: { readonly report: Goals; readonly product: string }): ReactNode {
  const stateText = describeState(report)
  if (report.goals.length === 0) {
    return (
      <Card>
        <EmptyState title={stateText?.short ?? 'No goals yet'}>
          {stateText?.why} Mark an event or a page as a goal in{' '}
          <Link className="link" params={{ product }} to="/products/$product/settings/events">
            the event settings
          </Link>
          .
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <Table
        caption="Goals and their conversions"
        columns={columns(product)}
        rowKey={({ name }) => name}
        rows={report.goals}
      />
      {report.visitors !== null && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          {formatCount(report.visitors)} visitors in this range.
        </p>
      )}
    </Card>
  )
}

function columns(product: string): readonly Column<Goal>[] {
  return [
    {
      id: 'goal',
      header: 'Goal',
      cell: (goal) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            className="link font-medium"
            params={{ product }}
            search={(before) => ({
              ...keepSpan(before),
              filters: withFilter(keepSpan(before).filters, { dimension: 'goal', operator: 'is', values: [goal.name] }),
            })}
            title="Show these visitors in the overview"
            to="/products/$product"
          >
            {goal.label ?? goal.name}
          </Link>
          <Badge>{goal.kind === 'pageview' ? 'page' : 'event'}</Badge>
        </span>
      ),
    },
    {
      id: 'conversions',
      header: 'Conversions',
      numeric: true,
      cell: (goal) => value(goal, goal.conversions, formatCount),
    },
    {
      id: 'visitors',
      header: 'Visitors',
      numeric: true,
      cell: (goal) => value(goal, goal.converted_visitors, formatCount),
    },
    { id: 'rate', header: 'Rate', numeric: true, cell: (goal) => value(goal, goal.conversion_rate, formatRatio) },
    {
      id: 'revenue',
      header: 'Revenue',
      numeric: true,
      cell: ({ revenue }) => (revenue === null ? '–' : formatMoney(Number(revenue.amount), revenue.currency)),
    },
  ]
}

/** A figure of a goal, or why it is not available. */
function value(goal: Goal, figure: number | null, format: (value: number) => string): ReactNode {
  if (figure !== null && goal.state === 'available') return format(figure)
  const stateText = describeState(goal)
  return (
    <span className="text-muted" title={stateText?.why}>
      {stateText?.short ?? '–'}
    </span>
  )
}
