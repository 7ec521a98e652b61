import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals } from '../../api/types.ts'
import { useProduct } from '../../product/use-product.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { withFilter } from '../../statistics/filters.ts'
import { formatComparedSpan, formatCount, formatMoney, formatRatio } from '../../statistics/format.ts'
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
  const report = useQuery(goalsQuery(product.id, { ...state.query, ...state.compare }))
  return (
    <ReportPage
      comparing
      query={report}
      description="Actions you want visitors to take, and how many took them."
      metaOf={({ meta }) => meta}
      state={state}
      title="Goals"
    >
      {({ data, meta }) => <GoalsReport product={product.id} report={data} timezone={meta.timezone} />}
    </ReportPage>
  )
}

interface GoalsReportProps {
  readonly report: Goals
  readonly product: string
  readonly timezone: string
}

function GoalsReport({ report, product, timezone }: GoalsReportProps): ReactNode {
  if (report.goals.length === 0) {
    return (
      <Card>
        <EmptyState title="No goals yet">
          Mark an event or a page as a goal in{' '}
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
        columns={columns({ product, timezone, compared: report.comparison })}
        rowKey={({ name }) => name}
        rows={report.goals}
      />
      {report.visitors !== null && (
        <p className="border-t px-5 py-2.5 text-muted text-sm">
          The rate is the share of {formatCount(report.visitors)} visitors.
          {report.comparison && report.comparison.state !== 'available' && ' No earlier data to compare with.'}
        </p>
      )}
    </Card>
  )
}

interface ColumnsInput {
  readonly product: string
  readonly timezone: string
  readonly compared: Goals['comparison']
}

function columns({ product, timezone, compared }: ColumnsInput): readonly Column<Goal>[] {
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
      cell: (goal) => (
        <span className="inline-flex items-center justify-end gap-x-2 max-sm:flex-col-reverse max-sm:items-start">
          {compared && <GoalChange compared={compared} goal={goal} timezone={timezone} />}
          {value(goal, goal.conversions, formatCount)}
        </span>
      ),
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

interface GoalChangeProps {
  readonly goal: Goal
  readonly compared: NonNullable<Goals['comparison']>
  readonly timezone: string
}

function GoalChange({ goal, compared, timezone }: GoalChangeProps): ReactNode {
  const { change = null, previous = null } = goal
  if (change === null || previous === null) return null
  const title = `${formatComparedSpan(compared, timezone)}: ${formatCount(previous)}`
  return <Change change={change} metric="conversions" size="small" title={title} />
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
