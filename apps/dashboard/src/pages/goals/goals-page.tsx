import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals } from '../../api/types.ts'
import { useProduct } from '../../product/use-product.ts'
import { stateWords } from '../../statistics/describe-state.ts'
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

/** What visitors were meant to do, and how many did. */
export function GoalsPage(): ReactNode {
  const product = useProduct()
  const state = useSpan()
  const asked = useQuery(goalsQuery(product.id, state.range))
  return (
    <ReportPage
      asked={asked}
      description="What visitors are meant to do, and how many did."
      metaOf={({ meta }) => meta}
      state={state}
      title="Goals"
    >
      {({ data }) => <GoalsReport product={product.id} report={data} />}
    </ReportPage>
  )
}

function GoalsReport({ report, product }: { readonly report: Goals; readonly product: string }): ReactNode {
  const words = stateWords(report)
  if (report.goals.length === 0) {
    return (
      <Card>
        <EmptyState title={words?.short ?? 'No goal yet'}>
          {words?.why} A goal is an event, or a page, that is marked as one in{' '}
          <Link className="link" params={{ product }} to="/products/$product/settings/events">
            the settings of events
          </Link>
          .
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <Table
        caption="Goals and how often they were reached"
        columns={columns(product)}
        rowKey={({ name }) => name}
        rows={report.goals}
      />
      {report.visitors !== null && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          Of {formatCount(report.visitors)} visitors in these days.
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
              filters: [{ dimension: 'goal' as const, operator: 'is' as const, values: [goal.name] }],
            })}
            title="Show those visitors on the overview"
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

/** A figure of a goal, or why there is none. */
function value(goal: Goal, figure: number | null, format: (value: number) => string): ReactNode {
  if (figure !== null && goal.state === 'available') return format(figure)
  const words = stateWords(goal)
  return (
    <span className="text-muted" title={words?.why}>
      {words?.short ?? '–'}
    </span>
  )
}
