import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Goals } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { Change } from '../../statistics/change.tsx'
import { describeState } from '../../statistics/describe-state.ts'
import { withFilter } from '../../statistics/filters.ts'
import { formatComparedRange, formatCount, formatMoney, formatRatio } from '../../statistics/format.ts'
import { keepReportSearch } from '../../statistics/search.ts'
import { WithChange } from '../../statistics/with-change.tsx'
import { Badge } from '../../ui/badge.tsx'
import { NO_VALUE } from '../../ui/no-value.ts'
import type { Column } from '../../ui/table.tsx'

type Goal = Goals['goals'][number]

interface ColumnsInput {
  readonly product: string
  readonly timezone: string
  readonly compared: Goals['comparison']
  readonly conditions: ReadonlyMap<string, string>
}

/** The columns of the goals. */
export function goalColumns({ product, timezone, compared, conditions }: ColumnsInput): readonly Column<Goal>[] {
  return [
    {
      id: 'goal',
      header: t('goals.goal'),
      value: ({ label, name }) => label ?? name,
      cell: (goal) => <GoalName condition={conditions.get(goal.name)} goal={goal} product={product} />,
    },
    {
      id: 'conversions',
      header: t('goals.conversions'),
      numeric: true,
      value: ({ conversions }) => conversions,
      cell: (goal) => (
        <WithChange change={compared && <GoalChange compared={compared} goal={goal} timezone={timezone} />}>
          {value(goal, goal.conversions, formatCount)}
        </WithChange>
      ),
    },
    {
      id: 'visitors',
      header: t('goals.visitors'),
      numeric: true,
      value: (goal) => goal.converted_visitors,
      cell: (goal) => value(goal, goal.converted_visitors, formatCount),
    },
    {
      id: 'rate',
      header: t('goals.rate'),
      numeric: true,
      value: (goal) => goal.conversion_rate,
      cell: (goal) => value(goal, goal.conversion_rate, formatRatio),
    },
    {
      id: 'revenue',
      header: t('goals.revenue'),
      numeric: true,
      value: ({ revenue }) => revenue && Number(revenue.amount),
      // A goal without revenue shows nothing; a withheld or unavailable value shows its reason, as in every column.
      cell: (goal) =>
        goal.state === 'available' && goal.revenue === null
          ? NO_VALUE
          : value(goal, goal.revenue && Number(goal.revenue.amount), (amount) =>
              formatMoney(amount, goal.revenue?.currency),
            ),
    },
  ]
}

interface GoalNameProps {
  readonly goal: Goal
  readonly product: string
  readonly condition: string | undefined
}

function GoalName({ goal, product, condition }: GoalNameProps): ReactNode {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Link
          className="link inline-flex min-h-6 items-center font-medium max-sm:min-h-8"
          params={{ product }}
          search={(before) => ({
            ...keepReportSearch(before),
            filters: withFilter(keepReportSearch(before).filters, {
              dimension: 'goal',
              operator: 'is',
              values: [goal.name],
              scope: 'visit',
            }),
          })}
          title={t('goals.show_visitors')}
          to="/products/$product"
        >
          {goal.label ?? goal.name}
        </Link>
        <Badge>{t(goal.kind === 'pageview' ? 'goals.page' : 'goals.event')}</Badge>
      </span>
      {condition !== undefined && (
        <span className="wrap-anywhere block text-muted text-xs">{t('goals.counts', { what: condition })}</span>
      )}
    </>
  )
}

interface GoalChangeProps {
  readonly goal: Goal
  readonly compared: NonNullable<Goals['comparison']>
  readonly timezone: string
}

function GoalChange({ goal, compared, timezone }: GoalChangeProps): ReactNode {
  const { change = null, previous = null } = goal
  if (change === null || previous === null) return null
  const title = `${formatComparedRange(compared, timezone)}: ${formatCount(previous)}`
  return <Change change={change} metric="conversions" size="small" title={title} />
}

/** A number of a goal, or why it is not available. */
function value(goal: Goal, number: number | null, format: (value: number) => string): ReactNode {
  if (number !== null && goal.state === 'available') return format(number)
  const stateText = describeState(goal)
  return (
    <span className="text-muted" title={stateText?.why}>
      {stateText?.short ?? NO_VALUE}
    </span>
  )
}
